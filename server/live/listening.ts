// The one connection of a process that hears what the database announces. When it is lost it comes back by itself: what was
// announced meanwhile is lost, which `onListening` makes good.

import pg from 'pg';

const reconnectMs = 500;

type Hearing = {
  channels: readonly string[];
  onMessage: (message: pg.Notification) => void;
  /** At first, and each time that the connection is there again. */
  onListening: () => void;
};

/** What it gives back ends it. */
export async function listenTo(direct: pg.ClientConfig, hearing: Hearing): Promise<() => Promise<void>> {
  let isClosing = false;
  let client: pg.Client | null = null;

  const listen = async (): Promise<void> => {
    const fresh = new pg.Client(direct);
    fresh.on('error', () => undefined);
    fresh.on('end', () => {
      if (client === fresh) retry();
    });
    fresh.on('notification', hearing.onMessage);
    await fresh.connect();
    await fresh.query(hearing.channels.map((channel) => `listen ${channel}`).join('; '));
    client = fresh;
    hearing.onListening();
  };

  const retry = () => {
    client = null;
    if (isClosing) return;
    setTimeout(() => {
      if (!isClosing) listen().catch(retry);
    }, reconnectMs).unref();
  };

  await listen();
  return async () => {
    isClosing = true;
    await client?.end();
  };
}
