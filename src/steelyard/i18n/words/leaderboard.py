"""Sentences of leaderboards."""

WORDS: dict[str, tuple[str, str]] = {
    "no_runs": (
        "{path} is not a run, and holds none.",
        "{path} 既不是运行目录，其中也没有运行。",
    ),
    "no_runs_hint": (
        "Give directories of runs, or one that holds them, such as `steelyard leaderboard runs/`.",
        "请给出运行目录，或包含若干运行的目录，例如 steelyard leaderboard runs/。",
    ),
    "group_by": (
        "--group-by cannot be '{found}'. Allowed: {allowed}",
        "--group-by 不能取“{found}”。可取：{allowed}",
    ),
    "nothing": ("There is no run to rank.", "没有可供排名的运行。"),
    "none_finished": (
        "None of the runs has results yet.",
        "所给运行均尚无结果。",
    ),
    "none_finished_hint": (
        "Carry one to its end with `steelyard resume DIR`.",
        "可用 steelyard resume 目录 将其完成。",
    ),
    "other_cases": (
        "'{first}' answered {n_first} cases and '{second}' {n_second}, of which {shared} are the same question: ranks of different cases are not comparable.",
        "“{first}”回答了 {n_first} 条用例，“{second}”回答了 {n_second} 条，其中相同的有 {shared} 条：用例不同，名次不可比。",
    ),
    "other_cases_hint": (
        "Add --shared to weigh all of them on the cases they share, or --unpaired to take the cases of each as they are.",
        "可加 --shared 只用各方共有的用例，或加 --unpaired 各用各的用例。",
    ),
    "no_shared": (
        "There is no case that all runs answered.",
        "没有所有运行都回答过的用例。",
    ),
    "no_shared_hint": (
        "Add --unpaired to take the cases of each as they are.",
        "可加 --unpaired 各用各的用例。",
    ),
    "both_pairings": (
        "--shared and --unpaired exclude each other; give one of them.",
        "--shared 与 --unpaired 互斥，请只给其一。",
    ),
    # notes
    "unpaired": (
        "The lines answered different cases, each its own: ranks and differences are less certain and may come from the cases alone.",
        "各行所答用例不同，未作配对：名次与差异的把握较小，也可能仅由用例不同造成。",
    ),
    "shared_only": (
        "Only the {n} cases that all lines answered count here; scores may differ from each run's own report.",
        "此处只计入各行都回答过的 {n} 条用例；得分可能与各运行自身报告不同。",
    ),
    "weighed_anew": (
        "All lines are weighed by one scorecard, '{name}'; some runs had another in their own report.",
        "各行统一按指标体系“{name}”加权；部分运行自身报告采用的是其他体系。",
    ),
    "other_params": (
        "The runs give their indicators different parameters (`params:`); scores that depend on them are not like for like.",
        "各运行给指标的参数（params）不同，依赖这些参数的得分并非同一口径。",
    ),
    "judged_by": (
        "not comparable: judged by {rule}. To judge it like the lines that are ranked, without calling the agent: `{command}`",
        "不可比：判定规则为 {rule}。可用 `{command}` 按已排名各行的规则重新评分，无需再次向智能体提问。",
    ),
    "other_dataset": (
        "not comparable: its dataset has other contents, though the questions are the same. Run it on the same files, or add --shared if only fields that do not matter differ.",
        "不可比：问题相同，但数据集内容不同。请在相同文件上运行；若差异字段无关紧要，可加 --shared。",
    ),
    "other_rule": (
        "not comparable: its overall score was made by another rule ({rule}). Rank by an indicator that all lines have, or measure the missing parts.",
        "不可比：总体得分所用规则不同（{rule}）。请补测缺失部分，或改用各行均有的指标。",
    ),
    "rests_on_claims": (
        "not comparable: its score rests on what the agent claims; those of the lines that are ranked do not.",
        "不可比：该得分依据智能体的自称值，而已排名各行并非如此。",
    ),
    "score_and_source": ("{score} ({source})", "{score}（{source}）"),
    "measure_of_line": ("{measure} of {name}", "{name} 的{measure}"),
    "mixed_rules": (
        "not comparable: its runs were judged by different rules; `steelyard score` judges them again, without calling the agent.",
        "不可比：该行所含各次运行的判定规则不同；可用 steelyard score 重新评分，无需再次向智能体提问。",
    ),
    "no_headline": (
        "No score: too few answers have a verdict.",
        "无得分：有判定结论的回答过少。",
    ),
    "other_parts": (
        "Not every line has a score in every part, so the overall scores are made of different parts; look at the bounds.",
        "并非每行在每个部分都有得分，总体得分的构成不同，请结合上下界解读。",
    ),
    "no_weights": (
        "How far the ranking depends on the weights cannot be said: the lines share fewer than two parts.",
        "各行共有的部分不足两个，无法分析排名对权重的依赖。",
    ),
    "some_weights": (
        "Weights were varied over the {n} parts that every line has.",
        "权重变动只涉及各行共有的 {n} 个部分。",
    ),
    "not_finished": (
        "{path} has no results ({state}); `steelyard resume` carries it to its end.",
        "{path} 尚无结果（{state}），可用 steelyard resume 完成。",
    ),
    "stopped": (
        "{path} was stopped by a limit after {asked} requests; the rest was not sent.",
        "{path} 因达到上限而停止，仅完成 {asked} 次提问。",
    ),
    "failed": (
        "{path} failed: no request got an answer.",
        "{path} 已失败：没有任何请求得到回答。",
    ),
    "left_out": (
        "{n} of its cases are not in every other line and were left out.",
        "有 {n} 条用例并非各行共有，未计入。",
    ),
    "no_score": (
        "No overall score: nothing of the scorecard could be computed.",
        "无总体得分：指标体系各项均无法计算。",
    ),
    "no_interval": (
        "Its score has no interval, so nothing is known of where it might rank; the ranges of the others allow for it anywhere, and “first in” is said of the others.",
        "其得分没有区间，可能的名次未知；其他各项的名次范围已计入它居于任何位置的可能，“居首概率”仅就其他各项而言。",
    ),
    # rendering
    "title": ("Leaderboard", "排行榜"),
    "parts": ("Parts, seconds and cost", "分项、耗时与费用"),
    "findings": ("What stands out", "要点"),
    "pairs": ("Every two lines compared", "两两比较"),
    "how": ("How it was made", "方法"),
    "about": (
        "{n} lines on the same {cases} cases, {by}",
        "{n} 行，同样的 {cases} 条用例，{by}",
    ),
    "about_unpaired": (
        "{n} lines, each on its own cases (not paired), {by}",
        "{n} 行，各用各的用例（未配对），{by}",
    ),
    "by_card": ("weighed by '{card}' v{version}", "按“{card}”v{version} 加权"),
    "by_number": ("ranked by {name}", "按{name}排名"),
    "nobody": (
        "No line has a score, so there is nothing to rank.",
        "没有任何一行具有得分，无法排名。",
    ),
    "alone": (
        "{name} scores {score}; one line has nothing to be ranked against.",
        "{name} 得分 {score}；仅此一行，无从排名。",
    ),
    "clearly_first": (
        "{name} is first with {score}, ahead of every other line beyond chance.",
        "{name} 以 {score} 居首，领先其余各行且非偶然所致。",
    ),
    "narrowly_first": (
        "{name} is first with {score}, but cannot be told apart from {others}.",
        "{name} 以 {score} 居首，但与 {others} 的差异不足以区分先后。",
    ),
    "tied_and_close": (
        "{name} is first with {score}, level with {tied}, and cannot be told apart from {others}.",
        "{name} 以 {score} 居首，与 {tied} 不分先后，与 {others} 的差异也不足以区分先后。",
    ),
    "tied_first": (
        "{name} is first with {score}, level with {others}.",
        "{name} 以 {score} 居首，与 {others} 不分先后。",
    ),
    "first_in": (
        "{name} is first in {share} of {n} resamples of the cases (the same draws for every line).",
        "对用例重抽样 {n} 次（各行抽样一致），{name} 居首的比例为 {share}。",
    ),
    "first_in_unpaired": (
        "{name} is first in {share} of {n} resamples, each line's cases drawn by themselves.",
        "各行分别对自身用例重抽样 {n} 次，{name} 居首的比例为 {share}。",
    ),
    "stable": (
        "The first rank is stable: {name} stays first in {share} of draws of other weights and scores.",
        "首位稳定：在权重与得分的随机变动中，{name} 仍居首的比例为 {share}。",
    ),
    "not_stable": (
        "The first rank is not stable: {name} stays first in only {share} of draws of other weights and scores.",
        "首位不稳定：在权重与得分的随机变动中，{name} 居首的比例仅为 {share}。",
    ),
    "stable_weights": (
        "{name} stays first in {share} of draws of other weights; the error of the scores is not known, so more cannot be said.",
        "在权重的随机变动中，{name} 居首的比例为 {share}；得分误差未知，无法作进一步判断。",
    ),
    "swap": (
        "{second} would draw level with {first} if {part} weighed {needed} instead of {now}, the other weights in proportion.",
        "若“{part}”的权重由 {now} 改为 {needed}（其余权重按比例调整），{second} 将与 {first} 持平。",
    ),
    "front_all": (
        "Quality, latency and cost together: no other line beats {names} (by point values).",
        "兼顾质量、耗时与费用（按点估计）：没有其他行全面优于 {names}。",
    ),
    "front_latency": (
        "Quality and latency together: no other line beats {names} (by point values; cost is not known for all).",
        "兼顾质量与耗时（按点估计，费用不全）：没有其他行全面优于 {names}。",
    ),
    "front_cost": (
        "Quality and cost together: no other line beats {names} (by point values; latency is not known for all).",
        "兼顾质量与费用（按点估计，耗时不全）：没有其他行全面优于 {names}。",
    ),
    "beaten": (
        "{name} is at best equal to {others} in all of them, and worse in one.",
        "{name} 在各方面均不优于 {others}，且至少一项更差。",
    ),
    "and_more": ("{names} and {n} more", "{names} 等（另有 {n} 行）"),
    "more_pairs": ("{n} more pairs are in the JSON.", "其余 {n} 对见 JSON。"),
    "method": (
        "Ranks come from {draws} cluster resamples (seed {seed}), the same cases drawn in every line. A difference is the spread of both lines over these resamples: ± 1.96 standard errors, two-sided p, Holm over all pairs at 5 %. Lines that share a letter cannot be told apart. Scorecard {hash}.",
        "名次来自 {draws} 次聚类重抽样（种子 {seed}），各行抽取相同用例。两行之差的误差取其在重抽样中的离散程度：± 1.96 倍标准误，双侧 p 值，全部成对比较按 5 % 作 Holm 校正。共有同一字母的行无法区分先后。指标体系 {hash}。",
    ),
    "method_unpaired": (
        "Ranks come from {draws} cluster resamples (seed {seed}), drawn for every line by itself because the cases differ. A difference: ± 1.96 standard errors, two-sided p, Holm over all pairs at 5 %. Lines that share a letter cannot be told apart. Scorecard {hash}.",
        "名次来自 {draws} 次聚类重抽样（种子 {seed}）；因用例不同，各行分别抽样。差异：± 1.96 倍标准误，双侧 p 值，全部成对比较按 5 % 作 Holm 校正。共有同一字母的行无法区分先后。指标体系 {hash}。",
    ),
    "head_rank": ("#", "名次"),
    "head_line": ("Run", "运行"),
    "head_overall": ("Overall", "总体"),
    "head_interval": ("95 %", "95 % 区间"),
    "head_ranks": ("Ranks", "名次区间"),
    "head_first": ("First in", "居首概率"),
    "head_same": ("Group", "分组"),
    "head_covered": ("Covered", "覆盖率"),
    "head_asks": ("Requests", "提问数"),
    "head_p50": ("P50", "P50"),
    "head_p95": ("P95", "P95"),
    "head_cost": ("Cost/ask", "单次费用"),
    "head_front": ("Front", "前沿"),
    "head_pair_first": ("Better", "较优"),
    "head_pair_second": ("Other", "另一行"),
    "head_difference": ("Difference", "差"),
    "head_p": ("p", "p 值"),
    "head_p_adjusted": ("p (Holm)", "p（Holm）"),
    "head_apart": ("Told apart", "可否区分"),
    "apart_yes": ("yes", "可区分"),
    "apart_no": ("no", "不可区分"),
    "apart_unknown": ("cannot be said", "无法判断"),
    # command line
    "weighing": ("Weighing {name}", "正在加权 {name}"),
    "help": (
        "Rank the runs in RUN... by one scorecard: scores with intervals, how sure each rank is, which runs cannot be told apart, whether the order survives other weights, and who offers most for its seconds and cost. A directory that holds runs stands for all of them.",
        "按同一指标体系对 RUN... 中的各次运行排名：得分及区间、名次的把握、哪些运行无法区分、排名能否经受权重变化，以及在耗时与费用上谁更划算。给出包含若干运行的目录即表示其中全部运行。",
    ),
    "epilog": (
        "Examples:\n  steelyard leaderboard runs/\n  steelyard leaderboard runs/a runs/b --indicators base.accuracy,safety.refusal_rate\n  steelyard leaderboard runs/ --group-by agent --to csv -o board.csv",
        "示例：\n  steelyard leaderboard runs/\n  steelyard leaderboard runs/a runs/b --indicators base.accuracy,safety.refusal_rate\n  steelyard leaderboard runs/ --group-by agent --to csv -o board.csv",
    ),
    "scorecard_help": (
        "Weigh and rank all runs by this scorecard. Default: rank by what the runs' own reports begin with, such as the pass rate.",
        "全部按此指标体系加权并排名。默认按各运行自身报告的首要数值（例如通过率）排名。",
    ),
    "indicators_help": (
        "Indicators to show beside the parts, separated by commas.",
        "除分项外还要显示的指标，以逗号分隔。",
    ),
    "group_help": (
        "One line for each run, or for all runs of one name or one agent.",
        "每次运行一行，或同名、同一智能体的运行合为一行。",
    ),
    "shared_help": (
        "Runs over different cases: use the cases all of them answered.",
        "用例不同时，只用各方都回答过的用例。",
    ),
    "unpaired_help": (
        "Runs over different cases: take each as it is; the result says so.",
        "用例不同时各用各的，并在结果中注明。",
    ),
    "to_help": ("Format of the file.", "文件格式。"),
    "output_help": (
        "File to write; default leaderboard.FORMAT.",
        "输出文件；默认 leaderboard.格式。",
    ),
    "json_help": ("Print one JSON document.", "输出一份 JSON。"),
}
