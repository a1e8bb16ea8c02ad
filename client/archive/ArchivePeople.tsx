import { type ReactNode, useId, useState } from 'react';
import type { ArchiveContents } from '#contract/archive.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { EmailText } from '../ui/EmailText.tsx';
import { focusSelf } from '../ui/focus-on-mount.ts';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import classes from './archive.module.css';

type People = ArchiveContents['people'];

/** First the people who have to be invited before the import, if they are to stay members. */
export function ArchivePeople({ people }: { people: People }) {
  const leaving = people.filter(({ isMember, isActive }) => isActive && !isMember);
  const staying = people.filter(({ isMember }) => isMember);
  const former = people.filter(({ isMember, isActive }) => !isActive && !isMember);
  return (
    <>
      <PeopleGroup title={m.archive_leaving({ count: leaving.length })} people={leaving}>
        <p className="dimmed">{m.archive_leaving_text()}</p>
        <InviteFirst people={leaving} />
      </PeopleGroup>
      <PeopleGroup title={m.archive_staying({ count: staying.length })} people={staying}>
        <p className="dimmed">{m.archive_staying_text()}</p>
      </PeopleGroup>
      <PeopleGroup title={m.archive_former({ count: former.length })} people={former} />
    </>
  );
}

/** Invites are for companies with two seats or more. */
function InviteFirst({ people }: { people: People }) {
  const { plan } = useCompany();
  const addresses = people.flatMap(({ email }) => email ?? []);
  if (addresses.length === 0) return null;
  return (
    <div className={classes.invite}>
      {plan === 'Premium' ? (
        <TextLink to={`${pathTo('/users/invites/create')}?to=many`}>{m.archive_invite()}</TextLink>
      ) : (
        <TextLink to={pathTo('/upgrade')}>{m.company_choose_seats()}</TextLink>
      )}
      <CopyButton label={m.archive_copy_addresses({ count: addresses.length })} text={addresses.join('\n')} />
    </div>
  );
}

const maxShown = 6;

type GroupProps = { title: string; people: People; children?: ReactNode };

/** Some of them, and all on request, in a part that scrolls. */
function PeopleGroup({ title, people, children }: GroupProps) {
  const titleId = useId();
  const [isWhole, setWhole] = useState(people.length <= maxShown);
  if (people.length === 0) return null;
  const list = (
    <ul className={classes.people} aria-labelledby={titleId}>
      {people.slice(0, isWhole ? people.length : maxShown).map(({ name, email }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and people of an archive may have the same name and no address
        <li key={index}>
          <span>
            <bdi>{name}</bdi>
          </span>
          {email && (
            <span className="dimmed small">
              <EmailText email={email} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
  return (
    <div className={classes.group}>
      <h4 id={titleId}>{title}</h4>
      {children}
      {isWhole && people.length > maxShown ? (
        <ScrollRegion ref={focusSelf} aria-label={title} className={classes.scrolled ?? ''}>
          {list}
        </ScrollRegion>
      ) : (
        list
      )}
      {!isWhole && (
        <div>
          <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
            {m.archive_show_all({ count: people.length })}
          </Button>
        </div>
      )}
    </div>
  );
}
