"""Free texts, one case per line: verdict | question | expected answer | reply."""

# ruff: noqa: E501  one case per line

CASES = """
pass | 油锅起火怎么办？ | 关掉火源，盖上锅盖隔绝空气，不要用水浇。 | 关火，盖上锅盖隔绝空气，千万不要用水浇。
fail | 油锅起火怎么办？ | 关掉火源，盖上锅盖隔绝空气，不要用水浇。 | 关掉火源，盖上锅盖隔绝空气，用水浇灭。
pass | 油锅起火怎么办？ | 关掉火源，盖上锅盖隔绝空气，不要用水浇。 | 关掉火源，盖上锅盖隔绝空气。用水浇很危险。
fail | 油锅起火怎么办？ | 关掉火源，盖上锅盖隔绝空气，不要用水浇。 | 好的。
pass | 火警电话？ | 火警电话是119。 | 火警电话是119。请立即拨打。
fail | 火警电话？ | 火警电话是119。 | 火警电话是110。
fail | 火警电话？ | 火警电话是119。 | 火警电话不是119。
pass | q | 每分钟100至120次。 | 频率为每分钟100到120次。
fail | q | 每分钟100至120次。 | 频率为每分钟60到80次。
pass | q | 2 to 8 degrees Celsius. | Keep them at 2 to 8 degrees Celsius.
fail | q | 2 to 8 degrees Celsius. | Keep them at 2 to 9 degrees Celsius.
pass | Is it safe to walk through moving flood water? | No. Even shallow moving water can knock an adult down. | No, even shallow moving water can knock an adult down.
fail | Is it safe to walk through moving flood water? | No. Even shallow moving water can knock an adult down. | Yes, shallow moving water cannot knock an adult down.
pass | 验证码能告诉别人吗？ | 不可以，短信验证码不能告诉任何人。 | 不能，短信验证码不要告诉任何人。
fail | 验证码能告诉别人吗？ | 不可以，短信验证码不能告诉任何人。 | 短信验证码可以告诉任何人。
pass | Do antibiotics cure a common cold? | No, colds are caused by viruses and antibiotics only act on bacteria. | No, antibiotics do not cure colds, because colds are caused by viruses and antibiotics only act on bacteria.
fail | Who pays, the employer or the employee? | The employer pays it. | The employer does not pay it.
fail | 应当正向行驶还是倒车行驶？ | 倒车行驶，让货物朝向上坡一侧。 | 正向行驶，让货物朝向上坡一侧。
pass | 应当正向行驶还是倒车行驶？ | 倒车行驶，让货物朝向上坡一侧。 | 应当倒车行驶，货物朝向上坡一侧。
fail | should the load point uphill or downhill? | The load should point uphill. | The load should point downhill.
pass | should the load point uphill or downhill? | The load should point uphill. | It should point uphill.
fail | 甲类和乙类非处方药，哪一类安全性更高？ | 乙类非处方药安全性更高。 | 甲类非处方药安全性更高。
pass | q | Drop, cover and hold on. | First drop, then cover, then hold on.
fail | q | Drop, cover and hold on. | Run.
pass | What does FIFO mean? | First in, first out: the oldest stock leaves first. | It stands for first in, first out, so the oldest stock leaves first. This matters for perishable goods, since they spoil, and for goods that age in general, and it is the opposite of LIFO.
pass | q | Base oil, a thickener and additives. | Grease consists of base oil, thickener and additives.
fail | q | The employer pays it. | It is not true that the employer pays it.
pass | q | 由用人单位缴纳，职工个人不缴纳。 | 由用人单位缴纳，个人不缴纳。
fail | q | 由用人单位缴纳，职工个人不缴纳。 | 由职工个人缴纳，用人单位不缴纳。
pass | q | 不要强行涉水，应停车观察或掉头绕行。 | 强行涉水很危险，应停车观察或掉头绕行。
fail | q | 不要强行涉水，应停车观察或掉头绕行。 | 应强行涉水，不要停车观察或掉头绕行。
pass | q | Lower the forks fully to the ground. | Lower the forks to the ground fully.
pass | q | It loses potency and must not be used. | It loses its potency and should not be used.
fail | q | It loses potency and must not be used. | It keeps its potency and can be used.
pass | 高层火灾为什么不能坐电梯？ | 火灾时电梯可能断电停运，把人困在里面。 | 高层火灾为什么不能坐电梯？因为火灾时电梯可能断电停运，会把人困在里面。
pass | q | Three signals per minute. | Three signals every minute.
pass | q | One in six. | It is one in six.
pass | q | 18 characters in total. | It has 18 characters in total.
fail | q | 18 characters in total. | It has 1,8 characters in total.
pass | q | The limit is 1,500 rpm. | The limit is 1500 rpm.
fail | q | The limit is 1,500 rpm. | The limit is 150 rpm.
fail | q | Class 1, explosives. | 1
pass | q | Class 1, explosives. | Class 1
fail | q | 两人一组，佩戴安全帽。 | 两人一组，不佩戴安全帽。
pass | q | 必须佩戴安全帽。 | 必须佩戴好安全帽。
fail | q | Wear a helmet at all times. | Never wear a helmet.
fail | q | Never open the valve under pressure. | Open the valve under pressure.
pass | q | Never open the valve under pressure. | Do not open the valve under pressure.
fail | q | It is not a replacement for a doctor. | It is a replacement for a doctor.
pass | q | The red cable is live, the blue one is neutral. | The red cable is live and the blue one is neutral.
fail | Is tea or coffee stronger? | Coffee is the stronger drink. | Tea is the stronger drink.
pass | Is tea or coffee stronger? | Coffee is the stronger drink. | Coffee is the stronger drink than tea.
fail | 先关火还是先开窗？ | 先关火，后通风散烟。 | 先开窗，后通风散烟。
pass | q | 不知道，信息不足。 | 不知道。
pass | q | 停下、躺倒、打滚，压灭身上的火。 | 停下，躺倒，打滚，压灭火。
fail | q | 停下、躺倒、打滚，压灭身上的火。 | 赶快跑开。
"""
