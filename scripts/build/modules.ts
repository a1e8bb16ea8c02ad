// Modules that the build replaces: the icon factory of Lucide, and imports of all messages.

import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '..', '..');

/** Replaces the icon factory of Lucide by a lighter one: client/ui/create-icon.ts. */
export function lightIcons(): Plugin {
  const id = '\0light-icons';
  const file = JSON.stringify(join(root, 'client', 'ui', 'create-icon.ts'));
  let isBuild = false;
  let isReplaced = false;
  return {
    name: 'light-icons',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    resolveId: (source) => {
      if (source !== '../createLucideIcon.mjs') return;
      isReplaced = true;
      return id;
    },
    buildEnd: (error) => {
      if (isBuild && !error && !isReplaced) throw new Error('The icon factory of Lucide is in another file now.');
    },
    load: (requested) => (requested === id ? `export { createIcon as default } from ${file};` : undefined),
  };
}

/**
 * `m.some_key` becomes an import of that one message, so that each chunk contains only its own messages: through the index
 * all of them would belong to the entry.
 */
export function messageImports(): Plugin {
  const importOfAll = /import\s*\{\s*m\s*\}\s*from\s*(["'])#locales\/messages\.js\1;?/;
  return {
    name: 'message-imports',
    enforce: 'pre',
    transform(code, id) {
      if (!importOfAll.test(code) || id.includes('node_modules')) return;
      const keys = [...new Set([...code.matchAll(/\bm\.([a-z]\w*)/g)].map(([, key = '']) => key))];
      const imports = keys.map((key) => `import { ${key} as m_${key} } from '#locales/messages/${key}.js';`);
      const named = code.replace(/\bm\.([a-z]\w*)/g, 'm_$1').replace(importOfAll, imports.join(' '));
      return { code: named, map: null };
    },
  };
}

/**
 * Each folder of the client has its own copies of the messages that it shows. With one copy, the chunk that contains it would be loaded
 * for this message by every other feature that shows it.
 */
export function messageCopies(): Plugin {
  const messageFile = /\/locales\/generated\/browser\/messages\/\w+\.js$/;
  return {
    name: 'message-copies',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer || !messageFile.test(source)) return;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      const folder = relative(root, importer).split('/').slice(0, 2).join('-');
      return resolved && { ...resolved, id: `${resolved.id}?for=${folder}` };
    },
  };
}
