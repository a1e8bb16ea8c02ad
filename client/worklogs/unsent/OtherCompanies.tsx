import { useEffect } from 'react';
import { worklogTexts } from '#domain/worklog-fields.ts';
import { m } from '#locales/messages.js';
import { useCompanies } from '../../auth.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { downloadText } from '../../ui/download-text.ts';
import { Section } from '../../ui/Section.tsx';
import { describeWorklog } from '../describe.ts';
import { byDay, isUnsentListed, type ShownEntry } from './entry.ts';
import { onOtherTabsChange, readForPage } from './queue.ts';
import { useUnsent } from './store.ts';
import { UnsentItems } from './UnsentItem.tsx';
import classes from './unsent.module.css';

/** For people without a company, who may have been members of one. */
export function UnsentWithoutCompany() {
  useEffect(() => {
    void readForPage();
    return onOtherTabsChange(() => void readForPage());
  }, []);
  const entries = useUnsent().filter((entry) => isUnsentListed(entry, null));
  if (entries.length === 0) return null;
  return (
    <Section title={m.unsent_title()}>
      <div className={classes.list}>
        <OtherCompanies entries={entries} />
      </div>
    </Section>
  );
}

export const OtherCompanies = ({ entries }: { entries: readonly ShownEntry[] }) =>
  [...Map.groupBy(entries, ({ companyId }) => companyId)].map(([companyId, ofCompany]) => (
    <OtherCompany key={companyId} companyId={companyId} entries={ofCompany.toSorted(byDay)} />
  ));

function OtherCompany({ companyId, entries }: { companyId: string; entries: readonly ShownEntry[] }) {
  const { availableCompanies } = useCompanies();
  const isMember = availableCompanies.some(({ id }) => id === companyId);
  const company = entries[0]?.companyName ?? '';
  return (
    <section className={classes.day}>
      <h3 className={classes.heading}>{m.unsent_of_company({ company })}</h3>
      {!isMember && <LeftCompany company={company} entries={entries} />}
      <UnsentItems entries={entries} onOpen={null} />
    </section>
  );
}

/** Says that nothing is sent to it, and gives what waits to the person as a text. */
function LeftCompany({ company, entries }: { company: string; entries: readonly ShownEntry[] }) {
  const text = [company, ...entries.map(asText)].join('\n\n');
  return (
    <>
      <p className="small">{m.unsent_left({ company })}</p>
      <div className={classes.buttons}>
        <Button variant="default" size="compact-sm" onClick={() => downloadText('daybook-worklogs.txt', text)}>
          {m.unsent_download()}
        </Button>
        <CopyButton text={text} label={m.unsent_copy()} />
      </div>
    </>
  );
}

const directionMarks = /[\u2066-\u2069]/g;

function asText(entry: ShownEntry): string {
  const texts = worklogTexts.map((name) => entry.written[name] ?? '').filter((text) => text !== '');
  return [describeWorklog(entry).replace(directionMarks, ''), ...texts].join('\n');
}
