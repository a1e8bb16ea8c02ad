import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { apiQuery } from '../../queries.ts';
import { Section } from '../../ui/Section.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import type { PushOverview } from './overview.ts';
import { PushDevices } from './PushDevices.tsx';
import { QuietHoursForm } from './QuietHoursForm.tsx';
import { ThisDevice } from './ThisDevice.tsx';

/** Notifications on devices: this one, the others of the person, and the hours without them. */
export function PushSettings() {
  const push = useQuery(apiQuery('session', 'GET /account/push', {}));
  return (
    <Section id="devices" title={m.push_title()} text={m.push_text()}>
      {push.isPending && <SkeletonRows rows={2} height={48} />}
      {push.isLoadingError && <ErrorState error={push.error} onRetry={() => push.refetch()} />}
      {push.data && <Parts push={push.data} />}
    </Section>
  );
}

function Parts({ push }: { push: PushOverview }) {
  const { publicKey, devices, quietHours } = push;
  if (publicKey === null) return <p className="dimmed">{m.push_installation_off()}</p>;
  return (
    <>
      <ThisDevice publicKey={publicKey} own={devices.find(({ isCurrent }) => isCurrent)?.id ?? null} />
      {devices.length > 0 && <PushDevices devices={devices} />}
      <QuietHoursForm key={JSON.stringify(quietHours)} quietHours={quietHours} />
    </>
  );
}
