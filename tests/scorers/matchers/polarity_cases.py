"""Replies that say yes, no, or neither, one per line; written by hand for `test_polarity.py`."""

YES = r"""
Yes
yes.
Yes, it is.
YES!
Yep
Yeah, sure
Yup.
True.
That is correct.
Correct.
Right.
Indeed.
Absolutely.
Of course.
Certainly!
The answer is yes.
Answer: Yes
I think so, yes.
I would say yes.
Yes, because there is no fee and nothing is prohibited.
Yes, but not at night.
No doubt it is open.
No problem, go ahead.
The statement is true.
This claim is correct.
It is not incorrect.
It's not wrong.
It is not prohibited.
You can park here. There is no fee.
You may enter.
Parking is allowed.
It is required.
It is safe.
Can I park here? Yes.
No. Actually, yes.
No, wait. Yes.
True or false? True.
Yes or no: yes.
Many people think you cannot, but you can.
✅ Yes
**Yes**
Yes – definitely
I don't doubt it: yes.
Unless it rains, you can.
If you have a permit, you can park here.
是
是的
是的。
对
对的。
正确
正确的。
没错
没错，可以。
不错，是这样。
可以
可以的。
当然可以。
当然
能
能，没有问题。
会的。
有
有，在二楼。
需要
需要提前预约，否则无法入场。
入场需要预约，否则不能进。
答案是：是
答案：正确
这个说法是正确的。
该说法正确。
说法成立。
判断为正确。
允许停车。
可以停车，但不能过夜。
不是不可以。
并非不能。
不得不承认，可以。
没问题。
毫无疑问，可以。
我认为是的。
应该可以。
这里可以停车。
宠物能带进去。
不仅可以，而且免费。
不可以。更正：可以。
能不能停车？可以。
如果下雨就不行，平时可以。
必须佩戴。
可以吗？可以。
Sure, you can.
I believe so.
That's right.
Yes, you can't park there.
It is indeed true.
It does.
They do.
He did.
It is.
She has.
You need a permit.
A permit is needed.
You have to.
Yes\n\nExplanation: nothing prohibits it.
final answer: yes
{"answer": "yes"}
It's true that the sky is blue.
是的，没有错。
对啊
不错
嗯，可以。
可以哦
应该能
能的
当然能
肯定可以
绝对可以
也可以
都可以
会
有的
需要的。
说法无误。
没有错误。
并没有错
正确无误
这是对的
是真的
√
✓
【正确】
(√)
支持
仅支持七天无理由退货
属于
这属于工伤。
Yes — water expands when it freezes, which isn't true of most liquids.
Bats can see.
Based on the passage, the answer is yes, since nothing forbids it.
It is permitted to sublet with consent.
The given statement is true. It isn't false.
Let's verify. 7 has no divisors other than 1 and 7. So yes, it is prime.
Let's verify: is 7 prime? There are no divisors. Therefore the answer is yes.
Verified: True
It's a yes.
Absolutely yes!
yes yes yes
根据规定，该行为属于违规吗？是的，属于。
根据规定，员工可以带宠物上班。
经查证，该说法无误，是正确的。
7没有1和7以外的因数，所以7是质数。答案：是
冬天会结冰。
附近有一家药店。
入境时需要出示护照，无需签证。
这话说得对。
毋庸置疑，是的。
可不可以停车？可以。
"""

NO = r"""
No
no.
No, it is closed.
Nope
Nah.
False.
Incorrect.
Wrong.
That is incorrect.
That is not correct.
The answer is no.
Answer: No
I would say no.
Not allowed.
Absolutely not.
Of course not.
Certainly not!
Definitely not.
Never.
By no means.
The statement is false.
This is not true.
It isn't true.
You cannot park here.
You can't.
Smoking is prohibited.
It is unsafe.
It's forbidden.
Parking isn't permitted here.
Yes. Actually, no.
Yes... wait, no.
True or false? False.
In theory you can, but you may not.
Many people think you can, but you cannot.
**No**
❌ No
No, you can do it only with permission.
It is impossible.
Under no circumstances.
No way.
否
不
不是
不是的。
不对
不对。
错
错误
错误的。
不正确。
不可以
不可以。
不行。
恐怕不行。
不能
不会。
没有
没有。
还没。
无
无需预约。
禁止停车。
严禁烟火。
切勿靠近。
不需要。
不用。
答案是否。
答案：错误
这个说法是错误的。
该说法不正确。
说法不成立
判断为错误。
当然不可以。
绝对不行。
这里不能停车。
理论上可以，但实际上不行。
可以。不对，不可以。
他未到场。
是错误的。
是不对的。
并非如此。
很多人以为可以，其实不可以。
可以吗？不可以。
无法办理。
此处停车是违法的。
不可以，因为可以停的地方在另一侧。
I think not.
I don't think so.
That's wrong.
Not really.
Not at all.
Unfortunately, no.
Unfortunately not.
Sadly, you can't.
The claim is not entirely accurate.
The statement is inaccurate.
This is a myth.
The Earth is not flat.
It does not.
It doesn't.
He didn't.
It isn't.
Without a permit you cannot park.
No permit is needed.
You don't have to.
Never say never.
Answer: **No**. It can be done elsewhere.
{"answer": false}
<answer>no</answer>
The correct answer is False.
False, because the earth is round.
It is false that pigs fly.
好像不行
应该不能
不能的
肯定不行
不会的
没有的
他没来。
不需要的
不必
无须
说法有误。
这是不对的
这句话是假的
是假的
×
✗
此说法不准确
结论：不成立
【错误】
不支持
不属于
这不属于工伤。
不一定
Not necessarily.
Actually, no. It's a common misconception.
That's a common misconception; bats aren't blind.
Goldfish do not have a three-second memory.
Based on the passage, the answer is no.
According to the contract, subletting is not permitted without consent.
This is incorrect: the sun is a star.
The statement “the earth is flat” is false.
Let's verify. 9 = 3*3. Therefore, it is not prime.
The claim is wrong.
I'd say it's a no from me.
no no no
根据规定，员工不得带宠物上班。
经查证，该说法与事实不符。
为了安全，请不要酒后驾车。
9可以被3整除，所以9不是质数。
在零度以上水不会结冰。
附近并没有药店。
这话说得不对。
绝对不可以！
可不可以停车？不可以。
答：否。因为这里可以停车的时间已过。
"""

NEITHER = r"""
...
I don't know.
I am not sure.
I'm not certain.
No idea.
It depends.
Maybe.
Perhaps yes, perhaps no.
Yes or no.
The answer could be yes or no.
Yes and no.
true/false
I'm sorry, but I can't help with that.
I cannot answer this question.
As an AI, I cannot say.
Unable to determine.
There is not enough information.
Hello! How can I help you?
Great question!
The valve is red.
OK
42
Whether it is open is unclear.
🙂
不知道
我不知道。
不清楚。
不确定。
无法确定。
我无法回答这个问题。
抱歉，我无法回答。
对不起，我不能提供帮助。
可以也可能不可以。
是或否
对或错
看情况。
视情况而定。
信息不足。
你好！请问有什么需要帮助的吗？
这是一个好问题。
阀门是红色的。
好的
收到
是否可以停车取决于时间。
能不能停车？
不好说。
是还是不是？
Only on Sundays.
y
N
嗯
他来了。
未必
I'd rather not say.
I would prefer not to answer.
No comment.
I do not want to discuss this.
我不想说
无可奉告
不方便透露
我拒绝回答这个问题
"""
