// Which modules share a file: few chunks, by the parts of the application that need them.

import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '..', '..');

const parts = {
  signedOut: 'signed-out-main.tsx',
  application: 'main.tsx',
  frame: 'Frame.tsx',
  worklogs: 'worklogs/WorklogsPage.tsx',
  approvals: 'approvals/ApprovalsPage.tsx',
  timer: 'timers/TimerControl.tsx',
  reports: 'reports/ReportsPage.tsx',
  dashboard: 'dashboard/DashboardPage.tsx',
  bottom: 'shell/BottomNavigation.tsx',
  form: 'worklogs/WorklogDrawer.tsx',
  unsent: 'worklogs/unsent/parts.tsx',
} as const;
type Part = keyof typeof parts;

const pathOf = (part: Part) => join(root, 'client', parts[part]);

/** Module ids imported statically by each part; filled when the module graph is complete. */
const needs = new Map<string, ReadonlySet<string>>();

const neededBy =
  (...wanted: readonly Part[]) =>
  (id: string) =>
    wanted.every((part) => id !== pathOf(part) && needs.get(part)?.has(id));

/** What a part that people see on every visit shares with a page must not make it load the rest of that page. */
const sharedWithStart = (page: Part) => (id: string) =>
  neededBy(page)(id) && (neededBy('dashboard')(id) || neededBy('bottom')(id));

/** Their components are in their own files. */
const partsWithFiles = ['worklogs', 'approvals', 'reports', 'timer'] as const;

const isKit = (id: string): boolean => /\/client\/ui\/|lucide-react\/dist\/esm\/icons/.test(id);

const merged = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000 };

/** `useQueries` is used by the reports only, but imported by the index of the package. */
const multiQueryModules = /queriesObserver|useQueries/;

/** A few lines that nearly every page and the finder need: elsewhere they would make one chunk load another. */
const smallAndEverywhere = /client\/ui\/project-title/;

/** What other pages use of a list or of the approvals, without the rest of it. */
const smallInLists = /client\/ui\/MultiSelectFilter|domain\/tags\.|icons\/(pencil|trash|list-checks)\.mjs/;
const smallInApprovals = /client\/(ui\/RadioGroup|worklog\/(decider|worklog-queries))\.|icons\/rotate-ccw\.mjs/;

/** A few chunks by the parts that import them statically, instead of a hundred tiny ones: each costs a request. */
export const chunkGroups = [
  // Also what the sign-in page shares with the lists and the timer: they must not load the rest of it.
  {
    name: 'first',
    test: (id: string) =>
      neededBy('signedOut')(id) &&
      (['application', 'frame', 'worklogs', 'timer', 'dashboard'] as const).some((part) => neededBy(part)(id)),
  },
  { name: 'form', test: /@mantine\/form|klona|fast-deep-equal|client\/ui\/(FormShell|draft-form|PasswordField)/ },
  {
    name: 'application',
    test: (id: string) => (neededBy('application')(id) || smallAndEverywhere.test(id)) && !multiQueryModules.test(id),
  },
  { name: 'signed-out', test: neededBy('signedOut') },
  // Loaded by the sign-in page after it is shown, and by the account settings.
  { name: 'passkeys', test: /@simplewebauthn/ },
  // The query client: needed by pages, which are loaded in parallel with the application's entry.
  {
    name: 'query-client',
    test: (id: string) =>
      /@tanstack\/(react-query|query-core)|client\/(queries|QueryProvider)\./.test(id) && !multiQueryModules.test(id),
  },
  { name: 'frame', test: (id: string) => neededBy('frame')(id) && !multiQueryModules.test(id) },
  // After the groups of what these modules import: a group also takes what its modules import.
  { name: 'several-queries', test: multiQueryModules },
  {
    name: 'list',
    test: (id: string) =>
      neededBy('worklogs', 'approvals')(id) || sharedWithStart('worklogs')(id) || smallInLists.test(id),
  },
  // Budgets, progress and other figures of the dashboard that the reports and the approvals show, too.
  {
    name: 'figures',
    test: (id: string) => sharedWithStart('approvals')(id) || sharedWithStart('reports')(id),
  },
  // The kit and icons: a feature must not be loaded for a dialog or an icon that it shares with others.
  {
    name: 'kit',
    test: (id: string) => isKit(id) && !partsWithFiles.some((part) => neededBy(part)(id)),
    ...merged,
    minShareCount: 3,
  },
  // Controls of forms: pages of people who log no work need them without the timer.
  { name: 'controls', test: /client\/ui\/(Form|TextArea|TimeField|time-text)\./ },
  { name: 'choices', test: smallInApprovals },
  { name: 'worklogs', test: neededBy('worklogs') },
  { name: 'approvals', test: neededBy('approvals') },
  // The lists load it on demand, the reports and the projects at once.
  { name: 'client-filter', test: /client\/worklog\/(ClientFilter|client-choices)\./ },
  { name: 'nothing-logged', test: /client\/reports\/NothingLogged\.|icons\/download\.mjs/, minShareCount: 2 },
  { name: 'reports', test: neededBy('reports') },
  // On every page of users who log work: it must not include what only forms need.
  { name: 'timer', test: (id: string) => id === pathOf('timer') || neededBy('timer')(id) },
  // What the dashboard and the bottom navigation share with pages that are opened less often: loading those would take longer.
  { name: 'start', test: (id: string) => neededBy('dashboard')(id) || neededBy('bottom')(id), minShareCount: 2 },
  { name: 'members', test: /domain\/permissions|client\/members\/(members\.module|NoSeatFree)/, minShareCount: 2 },
  // What several pages of invites share, and several views of worklogs; merged with others, they would import each other.
  { name: 'imports', test: /client\/imports\/|domain\/(imports|people-list|address-lines)/, minShareCount: 2 },
  { name: 'week', test: /client\/worklogs\/week\//, minShareCount: 2 },
  // What fields of amounts and durations parse. Merged with drafts of worklogs, the two chunks would import each other.
  { name: 'typed-values', test: /client\/ui\/(amount|duration)-text/, minShareCount: 2 },
  // What the forms of worklogs share, and what the finder searches with; for the same reason.
  { name: 'entry', test: /client\/worklogs\/(drafts|entry|entry-errors|task-groups)\./, minShareCount: 2 },
  // What the details of a worklog consist of, on several pages.
  {
    name: 'detail',
    test: /client\/worklog\/(DayTimeline|DetailFacts|DetailSections|ReceiptGallery|WorklogDetail|detail\.|receipt-file\.)/,
    minShareCount: 2,
  },
  // What the forms of a company share with the page of its settings; for the same reason.
  {
    name: 'company-forms',
    test: /client\/(companies\/form-options|settings\/policy-texts)|locales\/labels\/settings/,
    minShareCount: 2,
  },
  // What opens a list below a field; for the same reason.
  {
    name: 'listbox',
    test: /client\/ui\/(Combobox|combobox|Listbox|listbox|SearchableSelect|active-option|pending-choice)\b/,
    minShareCount: 2,
  },
  { name: 'search', test: /domain\/(search-text|task-match|tag-lists)/, minShareCount: 2 },
  // What the form shares with what waits on this device, of which it must not load the rest; and with the dialog that crops a photo.
  {
    name: 'form-of-worklogs',
    test: (id: string) => neededBy('form', 'unsent')(id) || /receipts\/pictures|domain\/receipt-pictures/.test(id),
  },
  // What waits on this device: loaded after the page, as a whole, so that it is there when the connection is gone.
  {
    name: 'unsent',
    test: /client\/(worklogs\/unsent\/(?!store|load|UnsentPart|new-id)|worklogs\/offline|indexed-database)/,
  },
  // What quick entry parses with: merged with fields of numbers, the settings would load it.
  { name: 'quick-entry', test: /domain\/quick-entry\/(facts|times|amounts|days|line)\./, minShareCount: 2 },
  // Small ones are merged. Merged with features, the kit and the domain would be in chunks that import each other: features import
  // them, and they import no feature.
  { name: 'kit', test: /\/(client\/ui|domain)\//, ...merged, entriesAwareMergeThreshold: 12_000 },
  { name: 'shared', ...merged },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

export function collectPartModules(): Plugin {
  return {
    name: 'collect-part-modules',
    apply: 'build',
    buildEnd() {
      for (const [part, path] of Object.entries(parts)) {
        const found = new Set<string>();
        const waiting = [join(root, 'client', path)];
        for (const id of waiting) {
          if (found.has(id)) continue;
          found.add(id);
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
        needs.set(part, found);
      }
    },
  };
}

/** Fails the build if chunks import each other: one of them would run before what it reads from the other exists. */
export function refuseChunkCycles(): Plugin {
  return {
    name: 'refuse-chunk-cycles',
    generateBundle(_, bundle) {
      const chunkOf = (file: string) => {
        const chunk = bundle[file];
        return chunk?.type === 'chunk' ? chunk : { imports: [], moduleIds: [] };
      };
      /** The imports that make a chunk need the next one: they show which modules belong into a group of their own. */
      const reasonsOf = (from: string, to: string): string[] => {
        const wanted = new Set(chunkOf(to).moduleIds);
        return chunkOf(from).moduleIds.flatMap((id) =>
          (this.getModuleInfo(id)?.importedIds ?? [])
            .filter((one) => wanted.has(one))
            .map((one) => `    ${relative(root, id)} imports ${relative(root, one)}`),
        );
      };
      const done = new Set<string>();
      const visit = (file: string, path: readonly string[]): void => {
        if (path.includes(file)) {
          const cycle = [...path.slice(path.indexOf(file)), file];
          const steps = cycle.slice(1).map((to, index) => `  ${to}\n${reasonsOf(cycle[index] ?? '', to).join('\n')}`);
          this.error(`Chunks import each other: ${file}\n${steps.join('\n')}`);
        }
        if (done.has(file)) return;
        for (const imported of chunkOf(file).imports) visit(imported, [...path, file]);
        done.add(file);
      };
      for (const file of Object.keys(bundle)) visit(file, []);
    },
  };
}
