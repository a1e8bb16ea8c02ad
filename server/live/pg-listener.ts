// The LISTEN connection of a process. It reconnects automatically; notifications sent meanwhile are lost, which `onListening` has to
// compensate.

import pg from 'pg';

const reconnectMs = 500;

type Listener = {
  channels: readonly string[];
  onMessage: (message: pg.Notification) => void;
  /** Called after the first connection and after each reconnection. */
  onListening: () => void;
};

/** Returns a function that closes the connection. */
export async function listenTo(direct: pg.ClientConfig, listener: Listener): Promise<() => Promise<void>> {
  let isClosing = false;
  let client: pg.Client | null = null;

  const listen = async (): Promise<void> => {
    const fresh = new pg.Client(direct);
    fresh.on('error', () => undefined);
    fresh.on('end', () => {
      if (client === fresh) retry();
    });
    fresh.on('notification', listener.onMessage);
    await fresh.connect();
    await fresh.query(listener.channels.map((channel) => `listen ${channel}`).join('; '));
    client = fresh;
    listener.onListening();
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
