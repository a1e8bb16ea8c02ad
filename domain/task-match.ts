// Finds the task that a few words mean: words of client, project and task, in any order, whole, as prefixes, or with a typo.
// Equally good matches keep their order, and none of them is certain: the person chooses.

import { normalizeForSearch } from './search-text.ts';

export type NamedTask = { taskName: string; projectName: string; clientName: string | null };

/** `certain`: the only task that the words can mean. */
export type TaskMatches<T> = { found: T[]; certain: T | null };

export function matchTasks<T extends NamedTask>(words: string, tasks: readonly T[]): TaskMatches<T> {
  const wanted = wordsOf(words);
  if (wanted.length === 0) return { found: [...tasks], certain: null };
  const scored = tasks
    .map((task) => ({ task, score: scoreOf(wanted, task) }))
    .filter(({ score }) => Number.isFinite(score))
    .sort((a, b) => a.score - b.score);
  const [best, next] = scored;
  const isCertain = best !== undefined && best.score < typoScore && (next === undefined || best.score < next.score);
  return { found: scored.map(({ task }) => task), certain: isCertain ? best.task : null };
}

const wordsOf = (text: string): string[] => normalizeForSearch(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const typoScore = 100;
const prefixScore = 1;
const substringScore = 2;
const projectWordScore = 0.25;

function scoreOf(wanted: readonly string[], { taskName, projectName, clientName }: NamedTask): number {
  const [task, project] = [wordsOf(taskName), wordsOf(`${clientName ?? ''} ${projectName}`)];
  const isWholeName = wanted.join(' ') === task.join(' ');
  const scores = wanted.map((word) =>
    Math.min(
      ...task.map((name) => distance(word, name)),
      ...project.map((name) => distance(word, name) + projectWordScore),
    ),
  );
  return scores.reduce((sum, score) => sum + score, isWholeName ? -prefixScore : 0);
}

function distance(word: string, name: string): number {
  if (name === word) return 0;
  if (name.startsWith(word)) return prefixScore;
  if (word.length > 1 && name.includes(word)) return substringScore;
  return isTypo(word, name) ? typoScore : Number.POSITIVE_INFINITY;
}

const minTypoLength = 4;

/** One letter is wrong, missing or extra, or two are swapped; also for prefixes. */
function isTypo(word: string, name: string): boolean {
  if (word.length < minTypoLength) return false;
  return [-1, 0, 1].some((more) => isOneEditApart(word, name.slice(0, word.length + more)));
}

function isOneEditApart(a: string, b: string): boolean {
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (isSwapped && restA.length > 1)
  );
}
