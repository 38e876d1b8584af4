"""What `steelyard power` says."""

WORDS: dict[str, tuple[str, str]] = {
    "help": (
        "Say how many cases a comparison needs to see a difference (--see), or what difference so many cases can show (--cases). With two runs of a pilot, the spread is measured; with one, the other is taken to be alike; with none, the answer is an upper bound.",
        "给出比较所需的用例数（--see），或给定用例数所能显示的最小差异（--cases）。给出两次试运行时离散度由数据测得；只给一次时假定另一次与其相似；不给时给出上界。",
    ),
    "epilog": (
        "Examples:\n  steelyard power --see 0.02\n  steelyard power runs/pilot-a runs/pilot-b --see 0.02 --epochs 3\n  steelyard power runs/pilot-a --cases 500 --power 0.9",
        "示例：\n  steelyard power --see 0.02\n  steelyard power runs/pilot-a runs/pilot-b --see 0.02 --epochs 3\n  steelyard power runs/pilot-a --cases 500 --power 0.9",
    ),
    "see_help": (
        "Difference to be seen: 0.02 is 2 points of a share; seconds for latency.",
        "要显示的差异：0.02 即 2 个百分点；耗时以秒计。",
    ),
    "cases_help": ("How many cases there are.", "已有的用例数。"),
    "indicator_help": (
        "What is compared. Default: base.accuracy.",
        "比较的指标。默认 base.accuracy。",
    ),
    "power_help": (
        "Chance to see the difference when it is there. Default: 0.8.",
        "差异确实存在时发现它的概率。默认 0.8。",
    ),
    "alpha_help": (
        "Chance to see one that is not there. Default: 0.05.",
        "差异不存在却误报的概率。默认 0.05。",
    ),
    "epochs_help": (
        "Repeats of each case in both runs. Default: 1.",
        "两次运行中每例的重复次数。默认 1。",
    ),
    "alike_help": (
        "How alike the agents are from case to case (a correlation), when only one run or none is given. Default: 0.5.",
        "仅给出一次运行或未给出运行时，两个智能体逐例结果的相关程度。默认 0.5。",
    ),
    "json_help": ("Print one JSON document instead.", "改为打印一个 JSON 文档。"),
    # Errors.
    "one_of": (
        "power: give either the difference to be seen (--see 0.02) or the number of cases (--cases 500), not both and not neither.",
        "power：请给出要显示的差异（--see 0.02）或用例数（--cases 500），二者取一。",
    ),
    "see": (
        "power: the difference to be seen is {found}; it must be above 0, such as 0.02 for 2 points.",
        "power：要显示的差异为 {found}；须大于 0，例如 0.02 表示 2 个百分点。",
    ),
    "see_share": (
        "power: the difference to be seen is {found}, but {indicator} is a share from 0 to 1. For {found} points give --see {points}.",
        "power：要显示的差异为 {found}，而 {indicator} 是 0 到 1 之间的比例。若指 {found} 个百分点，请用 --see {points}。",
    ),
    "least": (
        "power: {name} is {found}; it must be 1 or more.",
        "power：{name} 为 {found}；须不小于 1。",
    ),
    "chances": (
        "power: alpha is {alpha} and power {power}; both must lie between 0 and 1, with power above alpha/2.",
        "power：alpha 为 {alpha}，power 为 {power}；二者须在 0 与 1 之间，且 power 大于 alpha/2。",
    ),
    "alike": (
        "power: alike is {found}; it must be at least 0 and below 1.",
        "power：alike 为 {found}；须不小于 0 且小于 1。",
    ),
    "no_pulls": (
        "power: {indicator} cannot be planned for: it has no value in the runs, or is a percentile, a count or an extreme, whose spread is not that of a mean over cases.",
        "power：无法为 {indicator} 估计：运行中没有该值，或其为分位数、计数、极值，离散度不同于逐例平均。",
    ),
    "runs": (
        "power: {found} runs were given; give none, one or two.",
        "power：给出了 {found} 次运行；请给出 0、1 或 2 次。",
    ),
    "needs_run": (
        "power: {indicator} has no upper bound without a run; give one that measured it.",
        "power：没有运行时 {indicator} 无上界；请给出测得该指标的运行。",
    ),
    "no_pairs": (
        "power: {base} and {new} share fewer than two cases; a pilot pair must have asked the same ones.",
        "power：{base} 与 {new} 共有的用例不足两个；试运行须针对相同用例。",
    ),
    "no_common": (
        "power: the two runs have fewer than two cases with a value in both.",
        "power：两次运行中都有取值的用例不足两个。",
    ),
    "no_spread": (
        "power: {indicator} is the same in every case of the run; there is no spread to plan from.",
        "power：该运行中每个用例的 {indicator} 都相同，没有离散度可供估计。",
    ),
    "no_spread_pair": (
        "power: the runs do not differ in {indicator} from case to case; there is no spread to plan from.",
        "power：两次运行的 {indicator} 逐例没有差别，没有离散度可供估计。",
    ),
    "no_spread_hint": (
        "Use a pilot in which cases come out differently, or leave the runs out: the answer is then an upper bound.",
        "请使用各用例结果有所不同的试运行；或不给出运行，此时答案为上界。",
    ),
    "no_values": (
        "power: the run has fewer than two cases with a value for {indicator}.",
        "power：该运行中 {indicator} 有取值的用例不足两个。",
    ),
    # The answer.
    "answer_needed": (
        "To see a difference of {see} in {name} with a chance of {power}, both agents must answer {n} cases{times}.",
        "要以 {power} 的把握显示 {name} 上 {see} 的差异，两个智能体须共同作答 {n} 个用例{times}。",
    ),
    "answer_smallest": (
        "With {n} cases{times}, a difference of {smallest} or more in {name} is seen with a chance of {power}.",
        "使用 {n} 个用例{times}时，{name} 上不小于 {smallest} 的差异有 {power} 的把握被发现。",
    ),
    "times": (", {k} times each", "（每例 {k} 次）"),
    "worst_needed": (
        "If the agents were not alike at all, it would be {worst} cases.",
        "若两个智能体毫不相似，则需 {worst} 个用例。",
    ),
    "worst_smallest": (
        "If the agents were not alike at all, it would be {worst}.",
        "若两个智能体毫不相似，则为 {worst}。",
    ),
    "points": ("{value} points", "{value} 个百分点"),
    "table_needed": ("Cases needed, by epochs", "各重复次数所需的用例数"),
    "table_smallest": (
        "Smallest difference seen, by cases and epochs",
        "各用例数与重复次数下的最小可检出差异",
    ),
    "head_epochs": ("Epochs", "重复次数"),
    "head_cases": ("Cases", "用例数"),
    "head_asks": ("Requests per agent", "每个智能体的提问数"),
    "rests_pair": (
        "Measured on {n} cases of both runs: between cases ω² = {omega2}{within}.",
        "由两次运行的 {n} 个共同用例测得：例间 ω² = {omega2}{within}。",
    ),
    "rests_run": (
        "From {n} cases of one run: between cases ω² = {omega2}{within}.",
        "由一次运行的 {n} 个用例推得：例间 ω² = {omega2}{within}。",
    ),
    "rests_nothing": (
        "No run to measure: between cases ω² = {omega2}.",
        "没有运行可供测量：例间 ω² = {omega2}。",
    ),
    "within": (", within a case σ² = {a} and {b}", "，例内 σ² = {a} 与 {b}"),
    "note_nothing": (
        "No run was given: half of the cases are taken to pass, which needs most cases, and the two agents to go together by {alike} from case to case.",
        "未给出运行：按半数用例通过（所需用例最多）计，并假定两个智能体逐例相关程度为 {alike}。",
    ),
    "note_run": (
        "One run was given ({n} cases): the other agent is taken to be as good, and to go together with it by {alike} from case to case. A pilot of both measures it.",
        "只给出一次运行（{n} 个用例）：假定另一智能体水平相当，逐例相关程度为 {alike}。对两者都做试运行即可测得。",
    ),
    "note_small": (
        "The pilot has only {n} cases; the spread it shows is rough.",
        "试运行仅有 {n} 个用例，所得离散度较粗略。",
    ),
    "note_epochs": (
        "No case was repeated, so what epochs would save is not known; run a pilot with epochs to learn it.",
        "没有用例重复作答，无法得知增加重复次数能节省多少；请做带重复的试运行。",
    ),
    "note_no_mean": (
        "This indicator is no plain mean over cases, so what epochs would save is not known.",
        "该指标并非简单的逐例平均，无法得知增加重复次数能节省多少。",
    ),
    "note_clusters": (
        "Cases come in groups that are not independent: the variance is {effect} times that of independent cases, and so are the cases needed.",
        "用例分组且不独立：方差为独立用例的 {effect} 倍，所需用例数亦然。",
    ),
}
