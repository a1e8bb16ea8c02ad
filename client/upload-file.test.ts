// A request of which every step is decided here: how long an upload waits for a connection that is silent.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isConnected, reportConnection } from './connection.ts';
import { uploadFile } from './upload-file.ts';

class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {};
  onload = () => {};
  onabort = () => {};
  onloadend = () => {};
  status = 0;
  responseText = '';
  constructor() {
    FakeRequest.last = this;
  }
  open = () => {};
  setRequestHeader = () => {};
  send = () => {};
  abort = () => {
    this.onabort();
    this.onloadend();
  };
  answer(status: number, text: string) {
    Object.assign(this, { status, responseText: text });
    this.onload();
    this.onloadend();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  reportConnection(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reportConnection(true);
});

const photo = new File(['photo'], 'bolts.png', { type: 'image/png' });

const receipt = () =>
  uploadFile('POST /companies/{companyId}/receipts', { companyId: 'c', fileName: photo.name }, photo, {
    idempotencyKey: 'k',
  });

const archive = () =>
  uploadFile('POST /companies/{companyId}/archive-import', { companyId: 'c' }, photo, { idempotencyKey: 'k' });

const silent = { kind: 'no-response', wasCancelled: false, status: 0 };

test('a slow upload takes as long as it needs, as long as there is progress', async () => {
  const uploaded = receipt();
  for (let sent = 1; sent <= 30; sent += 1) {
    vi.advanceTimersByTime(20_000);
    FakeRequest.last.upload.onprogress?.({ loaded: sent, total: 30 });
  }
  FakeRequest.last.upload.onload?.();
  vi.advanceTimersByTime(55_000);
  FakeRequest.last.answer(200, '{"id":"r"}');
  expect(await uploaded).toMatchObject({ kind: 'output', output: { id: 'r' } });
  vi.advanceTimersByTime(120_000);
  expect(isConnected()).toBe(true);
});

test('one without progress ends, and the server counts as out of reach', async () => {
  const uploaded = receipt();
  FakeRequest.last.upload.onprogress?.({ loaded: 1, total: 30 });
  vi.advanceTimersByTime(31_000);
  expect(await uploaded).toEqual(silent);
  expect(isConnected()).toBe(false);
});

test('one that is not answered ends, but what takes minutes on the server is waited for', async () => {
  const uploaded = receipt();
  FakeRequest.last.upload.onload?.();
  vi.advanceTimersByTime(61_000);
  expect(await uploaded).toEqual(silent);
  const imported = archive();
  FakeRequest.last.upload.onload?.();
  vi.advanceTimersByTime(600_000);
  FakeRequest.last.answer(200, '{"isEmpty":false}');
  expect(await imported).toMatchObject({ kind: 'output' });
});

test('one that was too slow for the server is not refused', async () => {
  const problem = '{"code":"request.unreadable","detail":"The request cannot be read."}';
  const uploaded = receipt();
  FakeRequest.last.answer(408, problem);
  expect(await uploaded).toEqual({ ...silent, status: 408 });
  const wrong = receipt();
  FakeRequest.last.answer(400, problem);
  expect(await wrong).toMatchObject({ kind: 'refusal', code: 'request.unreadable' });
});
