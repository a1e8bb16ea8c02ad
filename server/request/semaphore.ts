// A bound of what is done at once, for what is dear: the others wait for their turn, in the order in which they came.

type Bounds = {
  atOnce: number;
  /** How many may wait; whoever comes after them fails with `refusal`. */
  waiting?: { most: number; refusal: () => Error };
};

type Gate = <T>(work: () => Promise<T>) => Promise<T>;

export function createGate({ atOnce, waiting }: Bounds): Gate {
  let running = 0;
  const queue: (() => void)[] = [];
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  };
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (waiting && queue.length >= waiting.most) throw waiting.refusal();
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
