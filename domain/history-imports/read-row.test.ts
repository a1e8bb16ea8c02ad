import { describe, expect, test } from 'vitest';
import { findHistoryColumns, isHeading, toolOf } from './columns.ts';
import { readHistoryRow } from './read-row.ts';
import { rowIdentity } from './row-identity.ts';
import { dateOrderOf, durationUnitOf, lengthFormatOf, noFacts, noteRow } from './sheet-facts.ts';

const cellsOf = (line: string): string[] => line.split(',');

const headings = {
  toggl:
    'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount (USD)',
  clockify:
    'Project,Client,Description,Task,User,Group,Email,Tags,Billable,Start Date,Start Time,End Date,End Time,Duration (h),Duration (decimal),Billable Rate (USD)',
  harvest:
    'Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,Invoiced?,Approved?,First Name,Last Name,Employee Id,Roles,Employee?',
  kimai: 'Date,From,To,Duration,Currency,Price,Name,User,E-mail,Customer,Project,Activity,Description,Billable,Tags',
  solidtime: 'Description,Task,Project,Client,User,Start,End,Duration,Duration (decimal),Billable,Tags',
};

describe('a heading', () => {
  test.each(Object.entries(headings))('of %s is recognised', (tool, heading) => {
    const cells = cellsOf(heading);
    const columns = findHistoryColumns(cells);
    expect(isHeading(columns)).toBe(true);
    expect(toolOf(cells, columns)).toBe(tool);
  });

  test.each([
    [
      'Portuguese',
      'Projeto,Cliente,Descrição,Tarefa,Usuário,Grupo,Email,Tags,Faturável,Data de início,Hora de início,Data de término,Hora de término,Duração (h),Duração (decimal)',
    ],
    [
      'German',
      'Projekt,Kunde,Beschreibung,Aufgabe,Benutzer,Gruppe,E-Mail,Schlagwörter,Abrechenbar,Startdatum,Startzeit,Enddatum,Endzeit,Dauer (Std),Dauer (dezimal)',
    ],
    [
      'French',
      'Projet,Client,Description,Tâche,Utilisateur,Groupe,E-mail,Étiquettes,Facturable,Date de début,Heure de début,Date de fin,Heure de fin,Durée (h),Durée (décimale)',
    ],
    [
      'Spanish',
      'Proyecto,Cliente,Descripción,Tarea,Usuario,Grupo,Correo,Etiquetas,Facturable,Fecha de inicio,Hora de inicio,Fecha de fin,Hora de fin,Duración (h),Duración (decimal)',
    ],
    [
      'Indonesian',
      'Proyek,Klien,Deskripsi,Tugas,Pengguna,Grup,Email,Label,Dapat ditagih,Tanggal mulai,Waktu mulai,Tanggal selesai,Waktu selesai,Durasi (jam),Durasi (desimal)',
    ],
  ])('in %s is recognised, every column of it', (_, heading) => {
    const columns = findHistoryColumns(cellsOf(heading));
    const group = 5;
    expect(Object.values(columns).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 14 }, (_, index) => index).filter((index) => index !== group),
    );
    expect(toolOf(cellsOf(heading), columns)).toBe('clockify');
  });

  test.each(['Duration (h)', 'Duration (decimal)'])('of Clockify may have only %s', (length) => {
    const cells = cellsOf(headings.clockify).filter((cell) => cell === length || !cell.startsWith('Duration'));
    expect(toolOf(cells, findHistoryColumns(cells))).toBe('clockify');
  });

  test('of Harvest asks whether somebody is an employee, which does not say who it is', () => {
    const { person, firstName, lastName, billable, approved } = findHistoryColumns(cellsOf(headings.harvest));
    expect({ person, firstName, lastName, billable, approved }).toEqual({
      person: undefined,
      firstName: 10,
      lastName: 11,
      billable: 7,
      approved: 9,
    });
  });

  test('with a time beside a length does not say what the time is', () => {
    expect(isHeading(findHistoryColumns(['User', 'Date', 'Time', 'Duration']))).toBe(false);
    expect(findHistoryColumns(['User', 'Date', 'Time', 'Hours', 'Start'])).toMatchObject({ start: 4, duration: 2 });
    expect(isHeading(findHistoryColumns(['User', 'Date', 'Time']))).toBe(true);
    expect(isHeading(findHistoryColumns(['User', 'Date', 'Time (h)', 'Time (decimal)']))).toBe(true);
  });

  test('of something else is not', () => {
    expect(isHeading(findHistoryColumns(['Name', 'E-mail', 'Role']))).toBe(false);
    expect(isHeading(findHistoryColumns(['Date', 'Hours']))).toBe(false);
  });
});

const read = (heading: string, line: string, dateOrder: 'day-month' | 'month-day' = 'day-month') =>
  readHistoryRow(cellsOf(line), 2, {
    columns: findHistoryColumns(cellsOf(heading)),
    dateOrder,
    lengthFormat: { unit: 'hours', decimalSign: null },
  });

const simple = 'User,Start date,Start time,End date,End time,Duration';

describe('times of a row', () => {
  test('are truncated to the minute, and the length of the file is kept with its seconds', () => {
    expect(read(simple, 'Sri,2026-11-26,09:00:40,2026-11-26,10:30:10,01:29:30')).toMatchObject({
      startsAt: '2026-11-26T09:00',
      endsAt: '2026-11-26T10:30',
      seconds: 5_370,
      problem: null,
    });
  });

  test('cross midnight, with an end date and without', () => {
    expect(read(simple, 'Sri,2026-11-26,22:00,2026-11-27,02:00,4:00').endsAt).toBe('2026-11-27T02:00');
    expect(read('User,Date,From,To,Duration', 'Sri,2026-11-26,22:00,02:00,4:00').endsAt).toBe('2026-11-27T02:00');
  });

  test('last as long as the file says where there is no end date', () => {
    const kimai = 'User,Date,From,To,Duration';
    expect(read(kimai, 'Sri,2026-11-26,09:00,09:00,24:00')).toMatchObject({
      endsAt: '2026-11-27T09:00',
      problem: null,
    });
    expect(read(kimai, 'Sri,2026-11-26,09:00,10:00,25:00').problem).toBe('too-long');
    // Rounded up by the tool.
    expect(read(kimai, 'Sri,2026-11-26,09:00,09:50,1:00').endsAt).toBe('2026-11-26T09:50');
  });

  test('end earlier where a break makes the length shorter', () => {
    expect(read('User,Date,From,To,Duration', 'Sri,2026-11-26,09:00,17:00,7:30').endsAt).toBe('2026-11-26T16:30');
  });

  test('keep what the clocks of the file show beside the length that it states', () => {
    const timed = (line: string) => {
      const { startSecond, clockSeconds, hasLength, seconds } = read(simple, line);
      return { startSecond, clockSeconds, hasLength, seconds };
    };
    expect(timed('Sri,2026-11-26,09:00:40,2026-11-26,17:00:10,7:30')).toEqual({
      startSecond: 40,
      clockSeconds: 28_770,
      hasLength: true,
      seconds: 27_000,
    });
    expect(timed('Sri,2026-11-26,09:00,,,7:30')).toMatchObject({ clockSeconds: null, hasLength: true });
    expect(timed('Sri,2026-11-26,09:00,2026-11-26,17:00,')).toMatchObject({ hasLength: false, seconds: 28_800 });
  });

  test('end at midnight, as 24:00 or 0:00', () => {
    const kimai = 'User,Date,From,To';
    const midnight = { endsAt: '2026-11-27T00:00', clockSeconds: 7_200, problem: null };
    expect(read(kimai, 'Sri,2026-11-26,22:00,24:00')).toMatchObject(midnight);
    expect(read(kimai, 'Sri,2026-11-26,22:00,0:00')).toMatchObject(midnight);
    expect(read(simple, 'Sri,2026-11-26,22:00,2026-11-26,24:00,2:00')).toMatchObject(midnight);
    expect(read(kimai, 'Sri,2026-11-26,0:00,24:00')).toMatchObject({ endsAt: '2026-11-27T00:00', problem: null });
    expect(read(kimai, 'Sri,2026-11-26,24:00,2:00').problem).toBe('wrong-time');
  });

  test('that could be right where clocks change are left to the check, which knows the time zone', () => {
    expect(read(simple, 'Sri,2026-10-25,02:45,2026-10-25,02:15,0:30').problem).toBeNull();
    expect(read(simple, 'Sri,2026-10-25,02:30,2026-10-25,02:30,1:00').problem).toBeNull();
    expect(read(simple, 'Sri,2026-03-28,12:00,2026-03-29,12:30,').problem).toBeNull();
    expect(read(simple, 'Sri,2026-10-25,04:15,2026-10-25,02:15,0:30').problem).toBe('negative-length');
    expect(read(simple, 'Sri,2026-10-25,02:30,2026-10-25,02:30,').problem).toBe('too-short');
    expect(read(simple, 'Sri,2026-03-28,12:00,2026-03-29,15:00,').problem).toBe('too-long');
  });

  test('may be missing: day and hours', () => {
    expect(read('Date,Hours,First Name,Last Name', '26/11/2026,1.33,Sri,Rahayu')).toMatchObject({
      day: '2026-11-26',
      startsAt: null,
      seconds: 4_788,
      person: 'Sri Rahayu',
      problem: null,
    });
  });

  test.each([
    ['wrong-date', 'Sri,2026-02-30,09:00,2026-02-30,10:00,1:00'],
    ['wrong-time', 'Sri,2026-02-20,25:00,2026-02-20,10:00,1:00'],
    ['negative-length', 'Sri,2026-02-20,09:00,2026-02-19,10:00,'],
    ['negative-length', 'Sri,2026-02-20,09:00,2026-02-20,10:00,-1:00'],
    ['wrong-length', 'Sri,2026-02-20,09:00,2026-02-20,10:00,much'],
    ['too-long', 'Sri,2026-02-20,09:00,2026-02-21,10:00,25:00'],
    ['too-short', 'Sri,2026-02-20,09:00:10,2026-02-20,09:00:50,0:00:40'],
    ['no-length', 'Sri,2026-02-20,09:00,,,'],
  ])('that cannot be are %s', (problem, line) => {
    expect(read(simple, line).problem).toBe(problem);
  });

  test('of a wrong century can be stored', () => {
    expect(read(simple, 'Sri,2026-11-26,09:00,2199-11-26,10:00,1:00')).toMatchObject({ clockSeconds: 1_000_000_000 });
    const lengths = ['Sri,2026-11-26,09:00,2199-11-26,10:00,', 'Sri,2026-11-26,,,,1234567'];
    for (const line of lengths)
      expect(read(simple, line)).toMatchObject({ seconds: 1_000_000_000, problem: 'too-long' });
  });

  test('of 25 hours without times are too long', () => {
    expect(read('User,Date,Hours', 'Sri,2026-11-26,25').problem).toBe('too-long');
  });

  test.each(['Break', 'Time off', 'TIME_OFF', 'Holiday'])('of the kind %s are no work', (kind) => {
    expect(read(`${simple},Type`, `Sri,2026-11-26,09:00,2026-11-26,10:00,1:00,${kind}`).problem).toBe('break');
  });

  test.each(['Regular', 'timesheet', 'Holiday decorations', ''])('of the kind "%s" are work', (kind) => {
    expect(read(`${simple},Type`, `Sri,2026-11-26,09:00,2026-11-26,10:00,1:00,${kind}`).problem).toBeNull();
  });
});

test('a person is found by address, or by name whatever its order, case and accents', () => {
  const keyOf = (person: string, email = '') => read(`${simple},Email`, `${person},,,,,,${email}`).personKey;
  expect(keyOf('Sri Rahayu', 'SRI@karya.example')).toBe('sri@karya.example');
  expect(keyOf('sri@karya.example')).toBe('sri@karya.example');
  expect(keyOf('Rahayu SRI')).toBe(keyOf('Srí Rahayu'));
  expect(keyOf('')).toBe('');
});

test('names are cut, cleaned and on one line', () => {
  const row = read('User,Date,Hours,Project', `Sri,2026-11-26,1,  A\u202E  b ${'x'.repeat(200)}`);
  expect(row.project.startsWith('A b x')).toBe(true);
  expect(row.project).toHaveLength(120);
});

describe('the rows of a file', () => {
  const factsOf = (...dates: string[]) => {
    const facts = noFacts();
    for (const date of dates)
      noteRow(facts, { line: 2, cells: ['Sri', date, '1'] }, { person: 0, day: 1, duration: 2 });
    return facts;
  };

  test('say which of day and month comes first, or that only the user can', () => {
    expect(dateOrderOf(factsOf('01/02/2026', '13/02/2026'))).toBe('day-month');
    expect(dateOrderOf(factsOf('01/02/2026', '02/13/2026'))).toBe('month-day');
    expect(dateOrderOf(factsOf('01/02/2026', '03/04/2026'))).toBeNull();
    expect(dateOrderOf(factsOf('03/03/2026'))).toBe('day-month');
    expect(dateOrderOf(factsOf('2026-02-01'))).toBe('day-month');
  });

  test('say whether whole numbers are hours or seconds', () => {
    expect(durationUnitOf({ ...noFacts(), wholeLengths: 2, longest: 5_400 }, 'Duration')).toBe('seconds');
    expect(durationUnitOf({ ...noFacts(), wholeLengths: 2, longest: 25 }, 'Hours')).toBe('hours');
    expect(durationUnitOf({ ...noFacts(), wholeLengths: 2, longest: 90 }, 'Minutes')).toBe('minutes');
    expect(durationUnitOf({ ...noFacts(), wholeLengths: 2, longest: 480 }, 'Duration')).toBe('minutes');
    expect(durationUnitOf({ ...noFacts(), wholeLengths: 2, longest: 8 }, 'Admin hours')).toBe('hours');
  });

  test('say which sign separates decimals, and the unit of whole numbers beside numbers with thousands', () => {
    const columns = { person: 0, day: 1, duration: 2 };
    const formatOf = (heading: string, ...lengths: string[]) => {
      const facts = noFacts();
      for (const length of lengths) noteRow(facts, { line: 2, cells: ['Sri', '2026-11-26', length] }, columns);
      return lengthFormatOf(facts, heading);
    };
    expect(formatOf('Minutes', '5', '480', '1,440')).toEqual({ unit: 'minutes', decimalSign: null });
    expect(formatOf('Duration', '5', '480', '1,440')).toEqual({ unit: 'minutes', decimalSign: null });
    expect(formatOf('Duration', '3600', '28,800')).toEqual({ unit: 'seconds', decimalSign: null });
    expect(formatOf('Duration', '8', '7.500')).toEqual({ unit: 'hours', decimalSign: null });
    expect(formatOf('Duration', '1.250', '7.500')).toEqual({ unit: 'hours', decimalSign: null });
    expect(formatOf('Hours', '1,5', '0,25', '8.5', '1.250')).toEqual({ unit: 'hours', decimalSign: ',' });
    expect(formatOf('Hours', '1,5', '8.5')).toEqual({ unit: 'hours', decimalSign: null });
    expect(formatOf('Minutes', '90.5', '1,440')).toEqual({ unit: 'minutes', decimalSign: '.' });
  });

  test('say by their times what whole numbers are; a line of sums says nothing', () => {
    const columns = { person: 0, day: 1, start: 2, end: 3, duration: 4 };
    const unitOf = (...rows: string[]) => {
      const facts = noFacts();
      for (const row of rows) noteRow(facts, { line: 2, cells: cellsOf(row) }, columns);
      return durationUnitOf(facts, 'Duration');
    };
    expect(unitOf('Sri,2026-11-26,09:00,17:00,480')).toBe('minutes');
    expect(unitOf('Sri,2026-11-26,23:50,00:10,1200')).toBe('seconds');
    expect(unitOf('Sri,2026-11-26,09:00,17:00,8', 'Total,,,,320')).toBe('hours');
    expect(unitOf('Sri,2026-11-26,,,8', 'Total,,,,320')).toBe('hours');
  });
});

test('a row is identified by its wall times without breaks, as earlier releases did, whatever elapsed', () => {
  const row = read(simple, 'Sri,2026-03-28,22:00:40,2026-03-29,06:00:10,7:00');
  const identity = rowIdentity('toggl', row, { occurrences: new Map(), hash: (text) => text });
  expect(identity).toBe('["toggl","sri","2026-03-28T22:00","2026-03-29T05:00","","","",""]');
});

test('the same row has the same identity in a longer file, and a repetition is another row', () => {
  const first = read(simple, 'Sri,2026-11-26,09:00,2026-11-26,10:00,1:00');
  const later = read(simple, 'Sri,2026-11-26,11:00,2026-11-26,12:00,1:00');
  const identities = (...rows: (typeof first)[]) => {
    const occurrences = new Map<string, number>();
    return rows.map((row) => rowIdentity('toggl', row, { occurrences, hash: (text) => text }));
  };
  const [one, two, three] = identities(first, later, first);
  expect(identities({ ...first, line: 9 })).toEqual([one]);
  expect(new Set([one, two, three]).size).toBe(3);
  expect(identities(first, first)).toEqual([one, three]);
});
