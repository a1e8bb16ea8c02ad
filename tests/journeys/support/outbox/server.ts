// What the server has, asked without the connection of any phone; and a third device of the worker, whose requests always arrive.
import { type APIRequestContext, expect } from '@playwright/test';
import { type ApiOutput, parseOutput } from '#client/api.ts';
import type { SeenWorklog, Submission } from './acts.ts';

type Details = ApiOutput<'GET /companies/{companyId}/worklogs/{worklogId}'>;

export type RunServer = ReturnType<typeof directServer>;

export function directServer(request: APIRequestContext, companyId: string) {
  const path = `/api/v1/companies/${companyId}/worklogs`;
  return {
    async rows(day: string) {
      const response = await request.get(`${path}?from=${day}&to=${day}&pageSize=100`);
      expect(response.status()).toBe(200);
      return parseOutput<ApiOutput<'GET /companies/{companyId}/worklogs'>>(await response.text()).worklogs;
    },
    async find(id: string): Promise<Details | null> {
      const response = await request.get(`${path}/${id}`);
      if (response.status() === 404) return null;
      expect(response.status()).toBe(200);
      return parseOutput<Details>(await response.text());
    },
    /** Resolves to the id; null if it was refused. */
    async create(submission: Omit<Submission, 'id' | 'companyId'>): Promise<string | null> {
      const response = await request.post(path, { data: submission });
      if (response.status() === 409) return null;
      expect(response.ok(), await response.text()).toBe(true);
      return parseOutput<Details['worklog']>(await response.text()).id;
    },
    /** Resolves to whether it was accepted: it may have been changed or withdrawn in the same moment. */
    async amend({ id, version }: Details['worklog'], notes: string): Promise<boolean> {
      return (await request.patch(`${path}/${id}`, { data: { version, notes } })).ok();
    },
  };
}

/** As the page knows it. */
export const knownOf = ({ worklog, receipts }: Details): SeenWorklog => ({
  worklog,
  receipts: receipts.map(({ id, name, type, bytes }) => ({ name, type, bytes, uploadedId: id })),
});
