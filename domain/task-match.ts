// Finds the task that a few words mean: words of project and task, in any order, whole, as prefixes, or with a typo.
// Equally good matches keep their order, and none of them is certain: the person chooses.

export type Named = { taskName: string; projectName: string };

/** `certain`: the only task that the words can mean. */
export type Matches<T> = { found: T[]; certain: T | null };

export function matchTasks<T extends Named>(words: string, tasks: readonly T[]): Matches<T> {
  const wanted = wordsOf(words);
  if (wanted.length === 0) return { found: [...tasks], certain: null };
  const scored = tasks
    .map((task) => ({ task, score: scoreOf(wanted, task) }))
    .filter(({ score }) => Number.isFinite(score))
    .sort((a, b) => a.score - b.score);
  const [best, next] = scored;
  const isCertain = best !== undefined && best.score < guessed && (next === undefined || best.score < next.score);
  return { found: scored.map(({ task }) => task), certain: isCertain ? best.task : null };
}

export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const guessed = 100;
const begun = 1;
const within = 2;
const inProject = 0.25;

function scoreOf(wanted: readonly string[], { taskName, projectName }: Named): number {
  const [task, project] = [wordsOf(taskName), wordsOf(projectName)];
  const isWholeName = wanted.join(' ') === task.join(' ');
  const scores = wanted.map((word) =>
    Math.min(...task.map((name) => distance(word, name)), ...project.map((name) => distance(word, name) + inProject)),
  );
  return scores.reduce((sum, score) => sum + score, isWholeName ? -begun : 0);
}

function distance(word: string, name: string): number {
  if (name === word) return 0;
  if (name.startsWith(word)) return begun;
  if (word.length > 1 && name.includes(word)) return within;
  return isSlip(word, name) ? guessed : Number.POSITIVE_INFINITY;
}

const slipsFrom = 4;

/** One letter is wrong, missing or extra, or two are swapped; also for prefixes. */
function isSlip(word: string, name: string): boolean {
  if (word.length < slipsFrom) return false;
  return [-1, 0, 1].some((more) => isOneApart(word, name.slice(0, word.length + more)));
}

function isOneApart(a: string, b: string): boolean {
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  const isExchanged = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (isExchanged && restA.length > 1)
  );
}
