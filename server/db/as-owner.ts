// A short-lived connection of the owner role, used during the start.
import pg, { type ClientConfig } from 'pg';

export async function asOwner<T>(owner: ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...owner, application_name: 'daybook start' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
