// What the pictures show instead of the demo company: the same with names that fill their fields or with lists of many rows, or a
// company just founded.

import { replaceNames } from '../tests/journeys/support/replaced-names.ts';
import { demoAdmin, enter, fetchResponse } from '../tests/staging/stage.ts';

const person = 'Raden Ajeng Kusumaningtyas Wirjosoedarmo-Hardjodipuro';
const project = 'Renovasi dan perluasan gedung rawat inap Rumah Sakit Umum Daerah Kabupaten Tangerang tahap kedua';
const task = 'Pemasangan rangka atap baja ringan, penutup atap dan talang air lantai tiga sayap timur';
const client = 'PT Pembangunan Perumahan Nusantara Sejahtera Abadi (Persero) Tbk';
const company = 'Koperasi Serba Usaha Karya Bangun Nusantara Sejahtera Bersama Indonesia';

/** Two projects get clients, because the demo company has none. */
export async function giveClients(newPage) {
  await asAdmin(newPage, async (page, companyId) => {
    const inCompany = `/api/v1/companies/${companyId}`;
    const { projects } = await (await page.request.get(`${inCompany}/projects`)).json();
    for (const [index, { id }] of projects.slice(0, 3).entries()) {
      const { version } = await (await page.request.get(`${inCompany}/projects/${id}`)).json();
      const clientName = index === 0 ? 'Wahyuni Consulting' : 'Pelabuhan Tanjung Emas';
      await succeed(page.request.patch(`${inCompany}/projects/${id}`, { data: { version, clientName } }));
    }
  });
}

/** In all further responses. */
export const giveLongNames = (context) =>
  replaceNames(
    context,
    {
      urls: /\/api\/v1\/(?!.*\/live)/,
      ofPeople: /\/(members|workers|assignable-people|dashboard|stand-ins|session|account)\b/,
    },
    {
      texts: {
        projectName: project,
        taskName: task,
        clientName: client,
        companyName: company,
      },
      person,
      other: project,
      within: { user: person, companies: company, tasks: task },
      amountMinor: 12_345_678_900,
    },
  );

/** Screens with a list that may have many rows. */
export const hasList = ({ path, state }) =>
  (state === undefined &&
    /^\/(worklogs|approvals|projects|users|users\/invites|settings\/audit|reports)$/.test(path)) ||
  state === 'payroll';

const manyRows = 1204;

/** In all further responses: full pages of rows, totals of all of them, and a row for each group of a report. */
export const giveManyRows = (context) =>
  context.route(
    /\/companies\/[^/]+\/(worklogs|projects|members|invites|audit-events|payroll|reports)(\?|$)/,
    async (route) => {
      const request = route.request();
      if (request.method() !== 'GET') return route.fallback();
      const pageSize = Number(new URL(request.url()).searchParams.get('pageSize') ?? 25);
      const response = await fetchResponse(route).catch(() => null);
      if (response === null) return route.abort().catch(() => undefined);
      const json = await response.json();
      // The page that sent the request may have been closed.
      await route.fulfill({ response, json: withManyRows(json, pageSize) }).catch(() => undefined);
    },
  );

function withManyRows({ total, totals, ...lists }, pageSize) {
  const count = total ?? totals?.items ?? totals?.workers;
  const rows = Object.entries(lists).map(([name, list]) => [
    name,
    Array.isArray(list) && list.length > 0 ? repeated(list, name === 'rows' ? manyRows : pageSize) : list,
  ]);
  return {
    ...Object.fromEntries(rows),
    ...(total === undefined ? {} : { total: manyRows }),
    ...(totals === undefined ? {} : { totals: multiplied(totals, count ? manyRows / count : 1) }),
  };
}

/** Each with an id of its own. */
const repeated = (list, length) =>
  Array.from({ length }, (_, index) => {
    const { [index % list.length]: row } = list;
    const key = ['id', 'userId'].find((name) => typeof row[name] === 'string');
    return index < list.length || !key
      ? row
      : { ...row, [key]: `${row[key].slice(0, -6)}${String(index).padStart(6, '0')}` };
  });

const multiplied = (value, by) => {
  if (typeof value === 'number') return Math.round(value * by);
  if (Array.isArray(value)) return value.map((one) => multiplied(one, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, multiplied(one, by)]));
};

/** Founds a company in which everybody has the role that they have in the demo; returns its id. */
export async function foundCompany(newPage, people) {
  return asAdmin(newPage, async (page, demoCompanyId) => {
    const { members } = await (await page.request.get(`/api/v1/companies/${demoCompanyId}/members`)).json();
    const data = { name: 'Bengkel Rekayasa Nusantara', timeZone: 'Asia/Jakarta', currency: 'IDR' };
    const { id } = await (await succeed(page.request.post('/api/v1/companies', { data }))).json();
    await succeed(page.request.put(`/api/v1/companies/${id}/seats`, { data: { seats: people.length + 1 } }));
    for (const { email, name, role } of members.filter((one) => one.name !== demoAdmin && people.includes(one.name))) {
      const invited = await page.request.post(`/api/v1/companies/${id}/invites`, { data: { email, role } });
      const invite = await (await succeed(invited)).json();
      const other = await newPage();
      await enter(other, name, { theme: 'light', locale: 'en' });
      await succeed(other.request.post(`/api/v1/invites/${invite.id}/accept`));
      await other.context().close();
    }
    return id;
  });
}

/** The page shows this company of the person. */
export async function showCompany(page, companyId) {
  const { companies } = await (await page.request.get('/api/v1/session')).json();
  const kept = { availableCompanies: companies, activeCompany: companies.find(({ id }) => id === companyId) };
  await page.evaluate((value) => localStorage.setItem('app-store', JSON.stringify(value)), kept);
}

async function asAdmin(newPage, act) {
  const page = await newPage();
  await enter(page, demoAdmin, { theme: 'light', locale: 'en' });
  const { activeCompany } = await page.evaluate(() => JSON.parse(localStorage.getItem('app-store')));
  const result = await act(page, activeCompany.id);
  await page.context().close();
  return result;
}

async function succeed(request) {
  const response = await request;
  if (response.ok()) return response;
  throw new Error(`${response.status()} of ${response.url()}: ${await response.text()}`);
}
