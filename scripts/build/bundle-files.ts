// Which files of the build a module needs.

import type { Rolldown } from 'vite';

export type Bundle = Rolldown.OutputBundle;

/** The one that a dynamic import of the module loads; of a module that is only imported statically, the one that contains it. */
export function chunkOf(module: string, bundle: Bundle): Rolldown.OutputChunk | undefined {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  return (
    chunks.find(({ facadeModuleId }) => facadeModuleId === module) ??
    chunks.find(({ moduleIds }) => moduleIds.includes(module))
  );
}

/** The chunks, all that these import statically, and their style sheets. */
export function neededFiles(bundle: Bundle, chunks: readonly string[]): string[] {
  const found = new Set(chunks);
  for (const name of found) {
    const file = bundle[name];
    if (file?.type !== 'chunk') continue;
    for (const imported of file.imports) found.add(imported);
    for (const style of file.viteMetadata?.importedCss ?? []) found.add(style);
  }
  return [...found].sort();
}
