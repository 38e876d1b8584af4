"""Replies that assert an expected answer, and replies that only mention or deny it.

One case per line: expected answer | reply. Written by hand for `test_contains.py`.
"""

# ruff: noqa: E501  one case per line

ASSERTED = r"""
Everest | Everest is higher than K2.
Everest | No mountain is higher than Everest.
珠穆朗玛峰 | 没有比珠穆朗玛峰更高的山了。
曹雪芹 | 没有人比曹雪芹更有资格称为作者。
长江 | 与黄河相比，长江更长。
Oslo | You can't go wrong with Oslo.
Dr. Watson | She was treated by Dr. Watson.
Dr. Watson | Dr Watson treated her.
J. K. Rowling | It is by J.K. Rowling.
Kim | Lee was the coach until May; now it is Kim.
Kim | Lee used to lead it, but now it's Kim.
Kim | Kim used to lead it.
Kim | Kim took over from Lee.
长安 | 答案就是长安，洛阳只是陪都。
李强 | 李强接替张伟担任负责人。
体育 | 体育新闻，与娱乐无关。
王经理 | 李总未批准，由王经理批准。
Everest | Although K2 is harder, Everest is the highest.
Canberra | Although Canberra is small, it is the capital.
Canberra | Although the capital is Canberra, Sydney is larger.
Canberra | Canberra is the capital, but it is not the largest city.
Canberra | Canberra is Australia's capital, but it is not a large city.
Canberra | Canberra has been the capital since 1927, but it is not the largest city.
Canberra | While Canberra is Australia's capital, Sydney is its largest city.
北京 | 虽然北京作为首都人口很多，但上海是最大的城市。
Canberra | The capital moved from Melbourne to Canberra.
北京 | 虽然上海更大，但首都是北京。
尼罗河 | 尼罗河虽然水量不大，但是最长的河流。
星期五 | 会议从星期三改到了星期五。
C | It is written in C.
Paris | Paris
Paris | paris.
Paris | **Paris**
Paris | `Paris`
Paris | Ｐａｒｉｓ
Paris | The answer is Paris.
Paris | I believe it is Paris.
Paris | It's Paris!
Paris | Paris, not Lyon.
Paris | Paris not Lyon
Paris | It is Paris rather than Lyon.
Paris | It is Paris instead of Lyon.
Paris | Not Lyon, but Paris.
Paris | Not Lyon but Paris.
Paris | It isn't Lyon. It's Paris.
Paris | No, it is Paris.
Paris | There is no doubt it is Paris.
Paris | Undoubtedly Paris.
Paris | Without a doubt, Paris.
Paris | Without doubt Paris.
Paris | None other than Paris.
Paris | It is not wrong to say Paris.
Paris | I don't doubt that it is Paris.
Paris | Lyon? No, Paris.
Paris | Is it Paris? Yes.
Paris | Is it Paris? Yes, it is.
Paris | Paris or Lyon? Paris.
Paris | Lyon... no wait, Paris.
Paris | Lyon. Actually, it is Paris.
Paris | I'm not sure, but I think it's Paris.
Paris | Many think Lyon, but it is Paris.
Paris | It used to be Versailles, now it is Paris.
Paris | Unlike Italy, France has Paris.
Paris | Why not Lyon? Because Paris is the capital.
Paris | The capital of France is Paris; Lyon is not.
Paris | The capital (not Lyon) is Paris.
Paris | The capital is Paris (not Lyon).
Paris | The city that does not sleep is Paris.
Paris | Not only Lyon but also Paris.
Paris | Paris is not only the capital but also the largest city.
Paris | Nothing but Paris.
Paris | Capital: Paris
Paris | - Paris
Paris | 1. Paris
Paris | Paris is the capital. It's actually also the largest city.
Paris | There is no other answer than Paris.
Paris | It can't be anything but Paris.
Paris | Paris's the one
Paris | I couldn't find anything else: Paris.
Paris | “Paris”
Paris | Paris\nNot Lyon.
Paris | Lyon is wrong. Paris is right.
Paris | It can not be Lyon — Paris is the capital.
Paris | Neither Lyon nor Nice: Paris.
Paris | Surely Paris, isn't it?
Paris | It's Paris, right?
Paris | Sorry for the delay. It is Paris.
Paris | Paris. Sorry for the delay.
Paris | Paris. You do not have to wait.
Paris | 🎉 Paris 🎉
Paris | Never mind Lyon, Paris is the capital.
Paris | Paris, of course. No other city comes close.
the Nile | Nile
Nile | the Nile
an anemometer | It is called anemometer
a torque wrench | Use torque wrenches.
apple | apples
Aftershocks | They are called aftershocks.
C++ | It is written in C++.
C | The language is C.
C# | C# of course
São Paulo | Sao Paulo
Zurich | It is Zürich.
carbon dioxide | carbon-dioxide
two-factor authentication | It means two factor authentication.
Marie Curie | marie  curie
2024-05-01 | On 2024-05-01, I think.
18:00 | at 18:00.
v1.2.3 | version v1.2.3 is out
007 | Agent 007
not spam | This is not spam.
none | None of them.
N/A | The value is N/A.
I don't know | I do not know.
unknown | It is unknown.
no signal | There is no signal.
Pascal's law. | It is Pascal's law.
Pascal's law. | It is Pascal’s law.
巴黎 | 巴黎
巴黎 | 巴黎。
巴黎 | 答案是巴黎。
巴黎 | 答案：巴黎
巴黎 | 法国的首都是巴黎市。
巴黎 | 【巴黎】
巴黎 | “巴黎”
巴黎 | 是巴黎，不是里昂。
巴黎 | 是巴黎不是里昂。
巴黎 | 不是里昂，而是巴黎。
巴黎 | 不是里昂而是巴黎。
巴黎 | 不是里昂是巴黎。
巴黎 | 并非里昂，是巴黎。
巴黎 | 毫无疑问是巴黎。
巴黎 | 无疑是巴黎
巴黎 | 不得不说是巴黎。
巴黎 | 不可否认是巴黎。
巴黎 | 非巴黎莫属。
巴黎 | 不仅是里昂，也是巴黎。
巴黎 | 很多人以为是里昂，其实是巴黎。
巴黎 | 里昂？不，是巴黎。
巴黎 | 是里昂。不对，应该是巴黎。
巴黎 | 是里昂还是巴黎？是巴黎。
巴黎 | 答案还是巴黎。
巴黎 | 排除里昂，选巴黎。
巴黎 | 一般认为是巴黎。
巴黎 | 是不是里昂？不是，是巴黎。
巴黎 | 是巴黎吗？是的。
巴黎 | 除了里昂，还有巴黎。
巴黎 | 除了巴黎，还有里昂。
巴黎 | 不能吃的城市是巴黎。
巴黎 | 我不太确定，但应该是巴黎。
巴黎 | 难道不是巴黎吗？
巴黎 | 巴黎，没错。
巴黎 | 没错，就是巴黎。
巴黎 | 首都是巴黎，里昂不是。
巴黎 | 巴黎不仅是首都，也是最大的城市。
氮气 | 不含氧的气体是氮气。
干粉灭火器 | 用干粉灭火器不要用水。
消防部门 | 由消防部门负责，公安部门不负责。
儿科。 | 应该挂儿科。
119 | 请拨打119，不要慌。
温度记录仪。 | 使用温度记录仪
不知道 | 我不知道。
不知道。 | 抱歉，我不清楚。
不知道。 | I don't know.
无 | 无
没有异常 | 检查结果没有异常。
不合格 | 该批次不合格。
微信 | 微信，而非支付宝
长期有效 | 有效期为长期有效。
表示男性 | 奇数表示男性。
邮编00012 | 是邮编00012
GPT | 使用GPT模型
iPhone 15 | 他用iPhone 15拍照
iPhone 15 | 他用iPhone15拍照
Canberra | Canberra, although many think it's Sydney.
Canberra | Despite what many believe, Canberra is the capital.
Canberra | Contrary to popular belief, it is Canberra and not Sydney.
Canberra | You'd be forgiven for thinking Sydney, but the correct answer is Canberra.
Shakespeare | William Shakespeare wrote Hamlet. It was not written by Marlowe.
Mercury | The planet closest to the Sun is Mercury, which has no moons.
Mercury | Mercury has no moons and is closest to the sun
oxygen | Without oxygen, fire cannot burn, so the gas is oxygen.
Au | The symbol for gold is Au (from Latin aurum).
HTTP | HTTP (Hypertext Transfer Protocol), not FTP
Tokyo | It's Tokyo. No other city qualifies.
Tokyo | My answer: Tokyo
Tokyo | <answer>Tokyo</answer>
Tokyo | {"answer": "Tokyo"}
Tokyo | Answer = Tokyo
Tokyo | It's Tokyo, if I remember correctly.
Tokyo | If I recall correctly it is Tokyo.
Tokyo | I can't think of anything else than Tokyo.
Tokyo | Could be Osaka, could be Kyoto, but actually it's Tokyo.
Tokyo | Tokyo. That is not Osaka.
Einstein | Not Newton. Einstein.
Einstein | Newton? Wrong. It was Einstein.
Einstein | Albert Einstein
photosynthesis | The process is called photosynthesis.
photosynthesis | Plants do this by photosynthesis, not respiration.
blue | The sky is blue rather than green.
red and white | The flag is red and white.
New York | New York City
H2O | Water is H2O.
H2O | H₂O
USA | The USA.
U.S. | in the U.S.
Mr. Smith | It was Mr. Smith.
left | Turn left, not right.
right | Turn right.
北京 | 北京，而不是上海。
北京 | 中国首都不是上海，北京才是。
北京 | 上海不是首都，首都是北京。
北京 | 不是上海，也不是广州，是北京。
北京 | 众所周知，首都是北京
北京 | 应该选北京，而不选上海
北京 | 当然是北京，这没有疑问。
北京 | 没有疑问，是北京。
北京 | 首都是北京，没有其他可能。
北京 | 首都为北京，不含港澳台。
北京 | 我猜是北京
北京 | 可能是北京吧
北京 | 北京（不是南京）
北京 | 不用想，北京。
北京 | 先想到上海，但正确答案是北京。
北京 | 上海？不对。北京？对。
北京 | 如果没记错，是北京。
北京 | 不管怎么说都是北京
鲁迅 | 作者是鲁迅，不是老舍
鲁迅 | 这篇文章的作者不是别人，正是鲁迅。
青霉素 | 可用青霉素治疗，过敏者不能使用。
铜 | 导线一般用铜，不用铁。
左转 | 应左转，不得右转
汽油 | UN 1203对应汽油
长江 | 最长的河是长江，黄河不是最长的。
甲 | 甲的说法对，乙的说法不对。
儿科 | 建议挂儿科，不要挂内科。
人民币 | 货币单位是人民币而不是美元
😀 | 😀
Paris | If I remember correctly it is Paris.
-5 °C | It was -5 °C.
Paris | Contrary to what some say, Paris.
🙂 | Fine 🙂
Jupiter | The largest planet in our solar system is **Jupiter**. It has a mass more than twice that of all other planets combined, although it is not the densest.
Jupiter | Jupiter is the largest planet, but it isn't the hottest; Venus is.
Venus | Jupiter is the largest planet, but it isn't the hottest; Venus is.
1066 | The Battle of Hastings took place in 1066, not 1067.
Leonardo da Vinci | The Mona Lisa was painted by Leonardo da Vinci and not by Michelangelo.
Mount Everest | Although K2 is harder to climb, Mount Everest is the highest.
aspirin | Aspirin must never be combined with alcohol, but aspirin is the right drug.
ibuprofen | Take ibuprofen instead of aspirin.
ibuprofen | Instead of aspirin, take ibuprofen.
Python | I would use Python over Java.
Python | It's Python, no question about it.
Python | Python; nothing else comes close.
Python | There's nothing better than Python
Python | No language is better suited than Python
Python | It's written in Python 3, not Python 2.
Rust | It was rewritten from C++ to Rust.
mitochondria | The powerhouse of the cell is the mitochondrion (plural: mitochondria).
DNA | DNA, which isn't the same as RNA, carries it.
the United Kingdom | It is the United Kingdom (UK).
Ottawa | Toronto is often assumed to be the capital; it's actually Ottawa.
Ottawa | It's Ottawa — not Toronto, as is commonly believed.
left | You should go left; don't go right.
Tuesday | The meeting was moved from Monday to Tuesday.
Tuesday | No longer Monday, but Tuesday
gold | It turned out to be gold after all.
cat | It's a cat, isn't it?
cat | It isn't a dog, it's a cat.
海王星 | 太阳系最远的行星是海王星，冥王星已不再被视为行星。
李白 | 《静夜思》的作者是李白，并非杜甫。
李白 | 很多同学会误认为是杜甫，正确答案是李白。
长江 | 答：长江。解析：黄河虽然也很长，但不是最长的。
胰岛素 | 该病应使用胰岛素治疗，而不宜使用激素。
红灯 | 看到红灯要停，不能走
氧气 | 没有氧气就不能燃烧，所以是氧气。
二氧化碳 | 植物吸收的不是氧气而是二氧化碳
甲方 | 责任由甲方承担，乙方无需承担。
甲方 | 应由甲方而不是乙方负责
星期二 | 会议不在星期一，改到星期二。
李四 | 张三是负责人吗？不是，李四才是。
广州 | 广州、深圳都不是省会以外的……省会是广州
苹果 | 这不是苹果吗
Paris | It is Paris, rather than Lyon.
Paris | Paris. Wait for me there.
Paris | Paris. Actually, Lyon is the bigger city of the two.
Paris | Paris is the answer. Correct me otherwise.
巴黎 | 首都是巴黎，其实是个很大的城市。
巴黎 | 大城市有巴黎、里昂等等。
Ctrl+C | Press Ctrl + C.
TCP/IP | It uses TCP / IP.
config.yaml | Edit config.yaml, not config.yml.
東京 | 日本の首都は東京です。
서울 | 서울입니다.
Москва | Столица — Москва.
"""

NOT_ASSERTED = r"""
Everest | K2 is higher than Everest.
珠穆朗玛峰 | 乔戈里峰比珠穆朗玛峰更高。
Dr. Watson | It was not Dr. Watson.
Dr. Watson | Dr. Wilson treated her.
Kim | Kim was the coach until May; now it is Lee.
Kim | Kim used to lead it, but now it's Lee.
Kim | Lee took over from Kim.
长安 | 都城在洛阳，长安只是陪都。
Sydney | Canberra is the capital; Sydney is only the largest city.
售后 | 物流类投诉，不涉及售后。
张伟 | 李强接替张伟担任负责人。
张伟 | 张伟曾任负责人，现在是李强。
娱乐 | 体育新闻，与娱乐无关。
sports | It has nothing to do with sports.
王经理 | 这个申请未经王经理批准。
Osaka | Osaka is a big city, but it is not the capital.
上海 | 上海虽大，但不是首都。
上海 | 上海是一座大城市，但不是首都。
K2 | Although K2 is harder, Everest is the highest.
K2 | While K2 is harder, Everest is the highest.
北京 | 虽然北京历史悠久，但首都是上海。
Paris | I'm not sure, maybe Paris?
Paris | Perhaps Paris, but I'm not sure.
北京 | 我不确定，可能是北京吧？
Monday | It was moved from Monday to Friday.
星期五 | 会议从星期五改到了星期三。
C | Objective-C
Canberra | People often confuse Canberra with the capital.
尼罗河 | 尼罗河和亚马孙河都有可能。
Paris | Lyon
Paris | Parisian
Paris | Not Paris.
Paris | It isn't Paris.
Paris | It is not Paris but Lyon.
Paris | Paris isn't the capital.
Paris | Paris is not it.
Paris | Paris is wrong.
Paris | Paris would be wrong.
Paris | Paris is incorrect; it is Lyon.
Paris | Paris is the wrong answer.
Paris | Paris can't be right.
Paris | Paris is no longer the capital.
Paris | It is no longer Paris.
Paris | Neither Paris nor Lyon.
Paris | Neither Lyon nor Paris.
Paris | Lyon instead of Paris.
Paris | Lyon rather than Paris.
Paris | It used to be Paris, now it is Lyon.
Paris | It was formerly Paris, now Lyon.
Paris | Anything but Paris.
Paris | All cities except Paris.
Paris | Every city other than Paris.
Paris | Unlike Paris, Lyon is the capital.
Paris | I don't think it is Paris.
Paris | I do not believe that the capital is Paris.
Paris | I doubt it is Paris.
Paris | It is false that the capital is Paris.
Paris | It would be wrong to say Paris.
Paris | It is a myth that it is Paris.
Paris | Many people think it is Paris.
Paris | Some say Paris.
Paris | You might think it is Paris, but it is Lyon.
Paris | It is often mistaken for Paris.
Paris | I thought it was Paris.
Paris | I thought it was Paris, but it's Lyon.
Paris | Paris or Lyon.
Paris | Lyon or Paris.
Paris | It is either Paris or Lyon.
Paris | Either Lyon or Paris
Paris | Paris, or maybe Lyon.
Paris | Paris? No.
Paris | Paris? Wrong!
Paris | Is it Paris?
Paris | Could it be Paris?
Paris | Paris. Wait, it is Lyon.
Paris | Paris. Actually it is Lyon.
Paris | Paris... no, Lyon.
Paris | Paris — no, Lyon.
Paris | Paris. Correction: Lyon.
Paris | Paris. Sorry, I meant Lyon.
Paris | Paris, or rather Lyon.
Paris | I don't know.
Paris | I don't know if it is Paris.
Paris | I don't know whether it is Paris or Lyon.
Paris | No idea, Paris
Paris | I'm unsure whether it's Paris.
Paris | Whether it is Paris is unclear.
Paris | There is no evidence that it is Paris.
Paris | The capital (not Paris) is Lyon.
Paris | not “Paris”
Paris | It is never Paris.
Paris | Without Paris.
Paris | It's hardly Paris.
Paris | We can rule out Paris.
Paris | Paris was ruled out.
Paris | It is not, in fact, Paris
Germany | Germany didn't win.
Germany | Germany never won.
Germany | Germany hasn't won.
Ann | Anna
Java | JavaScript
C | C++
C | C#
12 | 112
007 | 0071
2024-05-01 | 2024-05-011
1.2 | 1.2.3
art | start
spam | This is not spam.
spam | non spam
positive | Could be positive or negative.
water | Do not use water.
water | Never use water on it.
water | Avoid water.
... | anything
巴黎 | 里昂
巴黎 | 不是巴黎
巴黎 | 不是巴黎，是里昂。
巴黎 | 并非巴黎
巴黎 | 绝不是巴黎。
巴黎 | 不应该是巴黎。
巴黎 | 不可能是巴黎
巴黎 | 不太可能是巴黎
巴黎 | 是里昂，而不是巴黎。
巴黎 | 是里昂而非巴黎
巴黎 | 是里昂不是巴黎
巴黎 | 巴黎不对。
巴黎 | 巴黎是错的。
巴黎 | 巴黎不是首都。
巴黎 | 巴黎并不是首都
巴黎 | 说是巴黎是错误的。
巴黎 | 巴黎这个答案不对
巴黎 | “巴黎”是错误的
巴黎 | 很多人以为是巴黎。
巴黎 | 有人认为是巴黎。
巴黎 | 有人说是巴黎，其实是里昂。
巴黎 | 常被误认为是巴黎
巴黎 | 巴黎还是里昂？
巴黎 | 是里昂还是巴黎？
巴黎 | 巴黎或里昂。
巴黎 | 里昂或者巴黎
巴黎 | 可能是巴黎或者里昂
巴黎 | 巴黎？不是。
巴黎 | 巴黎？不对，是里昂。
巴黎 | 是巴黎吗？
巴黎 | 是不是巴黎
巴黎 | 是否为巴黎尚不清楚
巴黎 | 我不知道。
巴黎 | 不知道是不是巴黎。
巴黎 | 我不认为是巴黎。
巴黎 | 我不确定是巴黎。
巴黎 | 没有人认为是巴黎
巴黎 | 没有证据表明是巴黎
巴黎 | 是巴黎。等等，是里昂。
巴黎 | 是巴黎。更正：是里昂。
巴黎 | 是巴黎。不，是里昂。
巴黎 | 巴黎。其实是里昂。
巴黎 | 除了巴黎都可以
巴黎 | 排除巴黎
巴黎 | 怀疑是巴黎
巴黎 | 以前是巴黎，现在是里昂。
水 | 不要用水。
水 | 严禁用水扑救
水 | 切勿用水
水 | 水不能用
水 | 无水
反转 | 电动机不反转
可燃 | 该气体不可燃
合格 | 不合格
导电 | 它不导电。
公安部门 | 公安部门不负责。
有效 | 抗生素没有效
电梯 | 不能乘坐电梯
张三 | 不由张三负责
Sydney | Despite what many believe, it isn't Sydney.
Sydney | Canberra and not Sydney.
Sydney | Canberra, as opposed to Sydney, is the capital.
Sydney | You'd be forgiven for thinking Sydney, but the correct answer is Canberra.
Marlowe | William Shakespeare wrote Hamlet. It was not written by Marlowe.
Osaka | Tokyo. That is not Osaka.
Newton | Newton? Wrong. It was Einstein.
Newton | Not Newton. Einstein.
Newton | I initially thought Newton.
Newton | It wasn't discovered by Newton.
Newton | Nobody thinks it was Newton.
Newton | It can't have been Newton.
Newton | Newton couldn't have done it.
Newton | Newton had nothing to do with it.
Newton | Newton is incorrect
Newton | Contrary to popular belief, Newton did not discover it.
Newton | The answer is: not Newton
green | The sky is blue rather than green.
green | blue, never green
right | Turn left, not right.
respiration | Plants do this by photosynthesis, not respiration.
Tokyo | It's not Tokyo or Osaka.
Tokyo | I wouldn't say Tokyo
Tokyo | Definitely not Tokyo
Tokyo | Tokyo and Osaka are both wrong.
Tokyo | Tokyo? I don't think so.
Tokyo | All except for Tokyo
上海 | 北京，而不是上海。
上海 | 中国首都不是上海，北京才是。
上海 | 上海不是首都，首都是北京。
上海 | 不是上海，也不是广州，是北京。
广州 | 不是上海，也不是广州，是北京。
上海 | 应该选北京，而不选上海
南京 | 北京（不是南京）
上海 | 上海？不对。北京？对。
老舍 | 作者是鲁迅，不是老舍
铁 | 导线一般用铜，不用铁。
右转 | 应左转，不得右转
黄河 | 最长的河是长江，黄河不是最长的。
内科 | 建议挂儿科，不要挂内科。
美元 | 货币单位是人民币而不是美元
上海 | 上海和广州都不是首都
广州 | 上海和广州都不是首都
上海 | 首都绝对不会是上海
上海 | 首都不在上海
上海 | 首都从来不是上海
上海 | 首都已经不是上海了
上海 | 首都不再是上海
上海 | 没人会说是上海
上海 | 谁说是上海？
上海 | 上海不可能是首都
上海 | 上海不算
上海 | 选上海就错了
上海 | 上海这一答案是错误的
上海 | 误把上海当作首都
上海 | 我以为是上海呢
上海 | 如果是上海就好了
Paris | If it were Paris, it would be easy.
Paris | My first guess was Paris.
Paris | Everyone but Paris.
Paris | Forget Paris.
Paris | Paris and Lyon are not capitals.
巴黎 | 没有一个是巴黎
巴黎 | 请勿选择巴黎
巴黎 | 怎么可能是巴黎？
巴黎 | 巴黎和里昂都不对
巴黎 | 第一反应是巴黎
😀 | 🙁
1,200 | 200
Michelangelo | The Mona Lisa was painted by Leonardo da Vinci and not by Michelangelo.
Michelangelo | The Mona Lisa was painted by Leonardo da Vinci, contrary to the claim that Michelangelo painted it.
Michelangelo | You may be thinking of Michelangelo, but it was Leonardo.
Michelangelo | Michelangelo didn't paint it, Leonardo did.
aspirin | You should not take aspirin.
aspirin | Aspirin should not be taken.
aspirin | Take ibuprofen instead of aspirin.
aspirin | Instead of aspirin, take ibuprofen.
RNA | DNA, which isn't the same as RNA, carries it.
Toronto | Toronto is often assumed to be the capital; it's actually Ottawa.
Toronto | Toronto is commonly mistaken as the capital.
Toronto | Toronto seems right but isn't.
Toronto | It's Ottawa — not Toronto, as is commonly believed.
right | You should go left; don't go right.
Monday | No longer Monday, but Tuesday
gold | It turned out not to be gold.
gold | It failed to be gold
gold | The metal lacks gold
dog | It isn't a dog, it's a cat.
dog | It's anything but a dog.
冥王星 | 太阳系最远的行星是海王星，冥王星已不再被视为行星。
杜甫 | 《静夜思》的作者是李白，并非杜甫。
杜甫 | 很多同学会误认为是杜甫，正确答案是李白。
激素 | 该病应使用胰岛素治疗，而不宜使用激素。
氧气 | 没有氧气
氧气 | 植物吸收的不是氧气而是二氧化碳
乙方 | 责任由甲方承担，乙方无需承担。
乙方 | 乙方不承担责任
乙方 | 应由甲方而不是乙方负责
星期一 | 会议不在星期一，改到星期二。
星期一 | 会议原定星期一，现改为星期二。
张三 | 张三是负责人吗？不是，李四才是。
张三 | 不清楚是不是张三
张三 | 负责人可能是张三，也可能是李四
苹果 | 这哪是苹果
苹果 | 这根本就不是什么苹果
苹果 | 绝对不能说这是苹果
苹果 | 非苹果类
苹果 | 我没说是苹果
苹果 | 谁也不会认为这是苹果
Paris | Paris. Actually, Lyon.
Paris | Paris. Wait - Lyon.
Paris | Paris, no wait, Lyon.
Paris | It was Paris. On second thought, it was Lyon.
巴黎 | 巴黎。等等，是里昂。
"""
