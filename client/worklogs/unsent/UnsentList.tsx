import Hourglass from 'lucide-react/icons/hourglass';
import { useState } from 'react';
import { totalsOfWorklogs } from '#domain/totals.ts';
import { m } from '#locales/messages.js';
import { useCan, useCompanies, useCompany } from '../../auth.ts';
import { useConnection } from '../../connection.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Section.tsx';
import { DayText, DurationInColumn, MoneyList } from '../../ui/texts.tsx';
import { DayMenu } from '../copies/DayMenu.tsx';
import { OfflineCopyNotice } from '../offline/OfflineCopyNotice.tsx';
import { byDay, isUnsentListed, type ShownEntry } from './entry.ts';
import { InstallHint } from './InstallHint.tsx';
import { LostWorklogs } from './LostWorklogs.tsx';
import { OtherCompanies } from './OtherCompanies.tsx';
import { sendSoon } from './sending.ts';
import { type UnsentListProps, useUnsent } from './store.ts';
import { UnsentItems, type UnsentItemsProps } from './UnsentItem.tsx';
import classes from './unsent.module.css';

/** What waits on this device, and worklogs that are no longer on the server; also of other companies. */
export function UnsentList({ onOpen, onCopyDay }: UnsentListProps) {
  const canLog = useCan('worklogs.submit');
  const { id: companyId } = useCompany();
  const entries = useUnsent().filter((entry) => isUnsentListed(entry, companyId));
  const isLostHere = (entry: ShownEntry) => entry.intent === 'lost' && entry.companyId === companyId;
  const lost = entries.filter(isLostHere).toSorted(byDay);
  const waiting = entries.filter((entry) => !isLostHere(entry));
  const open = canLog ? onOpen : null;
  return (
    <>
      <OfflineCopyNotice />
      <p aria-live="polite" className="visually-hidden">
        {lost.length > 0 && m.lost_count({ count: lost.length })}
      </p>
      {lost.length > 0 && <LostWorklogs entries={lost} onOpen={open} />}
      {waiting.length > 0 && <Waiting entries={waiting} onOpen={open} onCopyDay={onCopyDay} />}
    </>
  );
}

type WaitingProps = UnsentItemsProps & { onCopyDay: UnsentListProps['onCopyDay'] | undefined };

/** By day, with their totals apart from those of the server. */
function Waiting({ entries, onOpen, onCopyDay }: WaitingProps) {
  const { id: companyId } = useCompany();
  const { availableCompanies } = useCompanies();
  const { isReachable } = useConnection();
  const [isRequested, setRequested] = useState(false);
  const isOfMember = (entry: ShownEntry) => availableCompanies.some(({ id }) => id === entry.companyId);
  const refused = entries.filter((entry) => entry.refusedCode !== null && isOfMember(entry)).length;
  const own = entries.filter((entry) => entry.companyId === companyId);
  return (
    <Section title={m.unsent_title()} text={refused > 0 ? m.unsent_text_refused() : m.unsent_text()}>
      <p aria-live="polite" className="visually-hidden">
        {refused > 0 && m.unsent_refused_count({ count: refused })}
      </p>
      <div className={classes.list}>
        {[...Map.groupBy(own.toSorted(byDay), ({ day }) => day)].map(([day, ofDay]) => (
          <UnsentDay key={day} entries={ofDay} onOpen={onOpen} onCopyDay={onCopyDay} />
        ))}
        <OtherCompanies entries={entries.filter((entry) => entry.companyId !== companyId)} />
      </div>
      {isReachable && (
        <Button
          variant="default"
          disabled={isRequested}
          onClick={() => {
            setRequested(true);
            sendSoon();
            setTimeout(() => setRequested(false), 1_000);
          }}
        >
          {m.unsent_send_now()}
        </Button>
      )}
      <InstallHint />
    </Section>
  );
}

/** Hours that the server does not have yet. */
const isNew = ({ intent }: ShownEntry): boolean => intent === 'create';

function UnsentDay({ entries, onOpen, onCopyDay }: WaitingProps) {
  const { currency } = useCompany();
  const day = entries[0]?.day ?? '';
  const { minutes, expenses } = totalsOfWorklogs(
    entries.filter(isNew).map((entry) => ({ ...entry, status: 'pending' })),
  );
  return (
    <section className={classes.day}>
      <div className={classes.top}>
        <h3 className={classes.heading}>
          <Hourglass size={14} aria-hidden />
          <DayText day={day} />
          {entries.some(isNew) && (
            <span className={classes.sum}>
              {expenses.length > 0 && <MoneyList amounts={expenses} currency={currency} />}
              {(minutes > 0 || expenses.length === 0) && <DurationInColumn minutes={minutes} />}
            </span>
          )}
        </h3>
        {onCopyDay && day !== '' && <DayMenu day={day} onCopy={onCopyDay} />}
      </div>
      <UnsentItems entries={entries} onOpen={onOpen} />
    </section>
  );
}
