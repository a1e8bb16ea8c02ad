import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { showToast } from '../toast.ts';
import { keepSending, type Sent } from './sending.ts';

/** Sends what waits on this device as long as the person is signed in. Shows nothing: the list is on the worklogs page. */
export function UnsentWorklogs({ personId }: { personId: string }) {
  const { history } = useRouter();
  const announce = useEffectEvent(({ sent, refused }: Sent) => {
    const show = { label: m.worklogs_show(), run: () => history.push(pathTo('/worklogs')) };
    if (refused > 0) showToast(m.unsent_refused_count({ count: refused }), { type: 'warning', action: show });
    else showToast(m.unsent_sent_count({ count: sent }), { type: 'success' });
  });
  useEffect(() => keepSending(personId, (sent) => announce(sent)), [personId]);
  return null;
}
