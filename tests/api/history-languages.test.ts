// Exports of Kimai in other languages, from their headings to worklogs: without a question, and with the display name as the person.

import { expect, test } from 'vitest';
import { openHistoryFixture } from '../support/history.ts';
import { csvOf } from '../support/time-reports.ts';

const fixture = await openHistoryFixture();
const { app } = fixture;

const files = {
  French:
    "Date,De,À,Durée,Nom,Nom d'utilisateur,Courriel,Client,Projet,Activité,Description,Facturable,Mots-clés,Type,category",
  Spanish:
    'Fecha,De,Para,Duración,Nombre,Usuario,Correo electrónico,Cliente,Proyecto,Actividad,Descripción,Facturable,Etiquetas,Tipo,category',
  Indonesian:
    'Tanggal,Dari,Kepada,Durasi,Nama,Pengguna,Surel,Pelanggan,Proyek,Aktivitas,Deskripsi,Dapat ditagih,Tag,Tipe,category',
  German:
    'Datum,Von,Bis,Dauer,Name,Benutzer,E-Mail,Kunde,Projekt,Tätigkeit,Beschreibung,Abrechenbar,Schlagworte,Typ,category',
};

test('are read in French, Spanish, Indonesian and German', async () => {
  let importId = '';
  for (const [index, heading] of Object.values(files).entries()) {
    const day = `2026-03-0${index + 2}`;
    const rest = ['Acme', 'Website', 'Design', '', '1', 'remote', 'timesheet', 'work'];
    const text = csvOf([
      heading.split(','),
      [day, '22:00', '06:00', '7:30', 'Sri Rahayu', 'sri.r', 'sri@karya.example', ...rest],
    ]);
    importId = await fixture.history.read(text, importId === '' ? {} : { importId });
  }
  const checked = await fixture.history.check(importId, { zone: 'Asia/Jakarta' });
  expect(checked.files).toMatchObject([{ tool: 'kimai' }, { tool: 'kimai' }, { tool: 'kimai' }, { tool: 'kimai' }]);
  expect(checked.files.map(({ ignored }) => ignored.map(({ name }) => name))).toEqual([
    ["Nom d'utilisateur", 'category'],
    ['Usuario', 'category'],
    ['Pengguna', 'category'],
    ['Benutzer', 'category'],
  ]);
  expect(checked.counts).toMatchObject({ new: 4 });
  expect(checked.creates).toEqual({ people: 1, clients: 1, projects: 1, tasks: 1, tags: 1 });
  await fixture.history.run(importId);
  const { rows } = await app.superuser.query(
    `select u.name, w.minutes, w.is_billable, to_char(w.starts_at at time zone w.zone, 'DD HH24:MI') as starts
     from worklogs w join users u on u.id = w.worker_id where w.company_id = $1 order by w.starts_at`,
    [fixture.company.id],
  );
  expect(rows).toEqual(
    ['02', '03', '04', '05'].map((day) => ({
      name: 'Sri Rahayu',
      minutes: 450,
      is_billable: true,
      starts: `${day} 22:00`,
    })),
  );
});
