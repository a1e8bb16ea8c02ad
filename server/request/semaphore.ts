// FIFO semaphore for expensive work.

type Bounds = {
  atOnce: number;
  /** How many may wait; one more fails with `refusal`. */
  waiting?: { max: number; refusal: () => Error };
};

type Semaphore = {
  <T>(work: () => Promise<T>): Promise<T>;
  /** Fails with the refusal if work would be refused now. */
  ensureCapacity(): void;
};

export function createSemaphore({ atOnce, waiting }: Bounds): Semaphore {
  let running = 0;
  const queue: (() => void)[] = [];
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  };
  const ensureCapacity = () => {
    if (waiting && running >= atOnce && queue.length >= waiting.max) throw waiting.refusal();
  };
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    ensureCapacity();
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      leave();
    }
  };
  return Object.assign(run, { ensureCapacity });
}
