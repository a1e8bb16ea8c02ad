// Loaded by Node before the server (--import, with --expose-gc): on SIGUSR2 it collects garbage and prints the bytes that remain in
// use. Resident memory alone cannot show a leak, because Node returns freed memory late.

process.on('SIGUSR2', () => {
  globalThis.gc?.();
  console.log(`heap ${process.memoryUsage().heapUsed}`);
});
