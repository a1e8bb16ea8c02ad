// What the server has, asked without the connection of any phone; and a third device of the worker, whose requests always arrive.
import { type APIRequestContext, expect } from '@playwright/test';
import { type ApiOutput, parseOutput } from '#client/api.ts';
import type { Submission } from './acts.ts';

type Timer = NonNullable<ApiOutput<'GET /companies/{companyId}/timer'>['timer']>;
type Details = ApiOutput<'GET /companies/{companyId}/worklogs/{worklogId}'>;

export type RunServer = ReturnType<typeof directServer>;

export function directServer(request: APIRequestContext, companyId: string) {
  const company = `/api/v1/companies/${companyId}`;
  const path = `${company}/worklogs`;
  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
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
    async timer(): Promise<Timer | null> {
      const response = await request.get(`${company}/timer`);
      expect(response.status()).toBe(200);
      return parseOutput<ApiOutput<'GET /companies/{companyId}/timer'>>(await response.text()).timer;
    },
    /** What timers of this run have become. */
    async recentRows() {
      const response = await request.get(`${path}?from=${dayFromNow(-1)}&to=${dayFromNow(1)}&pageSize=100`);
      expect(response.status()).toBe(200);
      return parseOutput<ApiOutput<'GET /companies/{companyId}/worklogs'>>(await response.text()).worklogs;
    },
    /** Resolves to whether nothing of it is left; null if it was changed or ended in the same moment. */
    async stopTimer({ id, version }: Timer): Promise<boolean | null> {
      const response = await request.post(`${company}/timer/${id}/stop`, { data: { version } });
      if (!response.ok()) return null;
      const { isDiscarded } = parseOutput<ApiOutput<'POST /companies/{companyId}/timer/{timerId}/stop'>>(
        await response.text(),
      );
      return isDiscarded;
    },
    async discardTimer({ id, version }: Timer): Promise<true | null> {
      const response = await request.delete(`${company}/timer/${id}?version=${version}`);
      return response.ok() || null;
    },
    async withdraw({ id, version }: Pick<Details['worklog'], 'id' | 'version'>): Promise<void> {
      expect((await request.delete(`${path}/${id}?version=${version}`)).ok()).toBe(true);
    },
  };
}
