import { Suspense } from 'react';
import { m } from '#locales/messages.js';
import { choiceParameter, useFilters } from '../filters.ts';
import { useImportParameters } from '../imports/import-parameters.ts';
import { InvitesLeft, useSeats } from '../members/SeatsInUse.tsx';
import { lazyPart } from '../ui/lazy.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { SkeletonRows } from '../ui/states.tsx';
import { InviteForm } from './InviteForm.tsx';
import classes from './invites.module.css';

const InviteManyForm = lazyPart(() => import('./InviteManyForm.tsx').then((file) => file.InviteManyForm));
const ImportRunView = lazyPart(() => import('../imports/ImportRunView.tsx').then((file) => file.ImportRunView));

const parameters = { to: choiceParameter(['one', 'many'], 'one') };

/** Invites one person, or many whose addresses are pasted. */
export function CreateInvitePage() {
  const seats = useSeats();
  const [{ to }, change] = useFilters(parameters);
  const [{ run }] = useImportParameters();
  return (
    <>
      <PageHeader
        title={m.route_create_invite()}
        text={
          <>
            {seats && seats.free > 0 ? m.invites_seats_free({ count: seats.free }) : ' '} <InvitesLeft />
          </>
        }
      />
      <Suspense fallback={<SkeletonRows rows={4} height={96} />}>
        {run === '' ? (
          <>
            <Segmented
              className={classes.mode}
              label={m.invites_how_many()}
              value={to}
              onChange={(next) => change({ to: next }, { replace: true })}
              options={[
                { value: 'one', label: m.invites_one() },
                { value: 'many', label: m.invites_many() },
              ]}
            />
            {to === 'one' ? <InviteForm /> : <InviteManyForm />}
          </>
        ) : (
          <ImportRunView id={run} againLabel={m.invites_more()} />
        )}
      </Suspense>
    </>
  );
}
