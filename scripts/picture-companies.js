// What the pictures show instead of the demo company: the same with names that fill their fields, or a company just founded.

import { replaceNames } from '../tests/journeys/support/replaced-names.ts';
import { demoAdmin, enter } from '../tests/staging/stage.ts';

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
