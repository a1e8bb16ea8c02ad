// Against a server that replaces the session by a write, as a new password does.
import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '#contract/identity.ts';
import { api } from './api.ts';
import { acceptSession, authStore, refreshSession } from './auth.ts';

const signedIn: Session = {
  user: {
    uid: 'u',
    name: 'Ani',
    email: 'ani@example.com',
    emailVerified: true,
    customClaims: { planType: 'Free' },
    settings: {},
  },
  companies: [],
  roles: {},
};
const signedOut = { user: null, companies: [], roles: {} };

let server: Server;
let session: object;
let questions: number;
let write: ServerResponse | undefined;

beforeEach(async () => {
  questions = 0;
  write = undefined;
  session = signedOut;
  server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET') write = response;
    else {
      questions += 1;
      response.end(JSON.stringify(session));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, base), init));
  acceptSession(signedIn);
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.close();
});

it('asks again for the session when it was answered as signed out during a write that replaces it', async () => {
  const change = api('PUT /account/password', { currentPassword: 'a', password: 'b' });
  await vi.waitFor(() => expect(write).toBeDefined());
  const refreshed = refreshSession();
  await vi.waitFor(() => expect(questions).toBe(1));
  session = signedIn;
  write?.end('null');
  await Promise.all([change, refreshed]);
  expect(authStore.get().isAuthenticated).toBe(true);
  expect(questions).toBe(2);
});

it('shows the end of the session, when nothing was being written, after a second answer', async () => {
  await refreshSession();
  expect(authStore.get().isAuthenticated).toBe(false);
  expect(questions).toBe(2);
});

it('asks again after a write, and believes the second answer', async () => {
  const change = api('PUT /account/password', { currentPassword: 'a', password: 'b' });
  await vi.waitFor(() => expect(write).toBeDefined());
  const refreshed = refreshSession();
  await vi.waitFor(() => expect(questions).toBe(1));
  write?.end('null');
  await Promise.all([change, refreshed]);
  expect(authStore.get().isAuthenticated).toBe(false);
});
