// What cannot be done on Citus (docs/scale.md): imports join temporary tables with those of the company, which Citus refuses.

import type { CompanyContext } from './context.ts';
import { refused } from './refused.ts';

export function refuseImportOnCitus({ config }: CompanyContext): void {
  if (config.database?.distribution === 'citus') throw refused('server.not-on-citus');
}
