import { describe, expect, test } from 'vitest';
import { parsePeopleList, parseRole } from './people-list.ts';
import { roles } from './permissions.ts';

const read = (...rows: string[][]) => parsePeopleList(rows.map((cells, index) => ({ line: index + 1, cells })));

const budi = { email: 'budi@karya.example', name: 'Budi Santoso', role: 'Manajer Proyek' };

describe('headers are matched loosely', () => {
  test.each([
    ['E-mail', 'Name', 'Role'],
    ['EMAIL ADDRESS', 'Full name', 'User role'],
    ['e_mail *', 'display-name', 'ROLES'],
    ['Work e-mail (required)', 'Employee Name', 'Access level'],
    ['Surel', 'Nama', 'Peran'],
    ['Alamat Email', 'Nama Lengkap', 'Hak akses'],
    ['Alamat surel', 'Nama karyawan', 'Peran pengguna'],
  ])('%s, %s, %s', (email, name, role) => {
    const list = read(['No', role, 'Phone', name, email], ['1', budi.role, '+62', budi.name, budi.email]);
    expect(list?.columns).toEqual({ email, name, role });
    expect(list?.people).toEqual([{ line: 2, ...budi }]);
  });

  test('first and last name are joined', () => {
    const list = read(
      ['Nama Belakang', 'Nama Depan', 'Surel'],
      ['Santoso', 'Budi', budi.email],
      ['', 'Lina', 'l@x.example'],
    );
    expect(list?.people.map(({ name }) => name)).toEqual(['Budi Santoso', 'Lina']);
  });

  test('a title and empty rows may come before the header, and lines keep their numbers', () => {
    const list = read(['Staff 2026'], [], ['', ''], ['Email', 'Name'], [], [budi.email, budi.name]);
    expect(list?.people).toEqual([{ line: 6, email: budi.email, name: budi.name, role: '' }]);
  });

  test('a job title is not a role, and a company name is not a person’s name', () => {
    expect(read(['Email', 'Company name', 'Jabatan'], [budi.email, 'Karya', 'Direktur'])).toEqual({
      columns: { email: 'Email', name: null, role: null },
      people: [{ line: 2, email: budi.email, name: '', role: '' }],
    });
  });

  test('a row with a name but no address is kept and reported', () => {
    expect(read(['Email', 'Name'], ['', 'Budi'], ['', ''])?.people).toEqual([
      { line: 2, email: '', name: 'Budi', role: '' },
    ]);
  });
});

describe('without a header', () => {
  test('cells are recognised by their content', () => {
    const list = read(
      [budi.name, budi.role, budi.email],
      ['l@x.example', 'Lina', 'Chief'],
      ['w@x.example'],
      ['nobody'],
    );
    expect(list?.columns).toBeNull();
    expect(list?.people.map(({ email, name, role }) => [email, name, role])).toEqual([
      [budi.email, budi.name, budi.role],
      ['l@x.example', 'Lina', 'Chief'],
      ['w@x.example', '', ''],
      ['nobody', '', ''],
    ]);
  });

  test('addresses may have the format that mail programs copy', () => {
    const list = read(['"Budi Santoso" <budi@karya.example>'], ['mailto:l@x.example', 'Lina']);
    expect(list?.people.map(({ email, name }) => [email, name])).toEqual([
      ['budi@karya.example', 'Budi Santoso'],
      ['l@x.example', 'Lina'],
    ]);
  });

  test.each<[string, ...string[][]]>([
    ['between commas and spaces', ['a@x.example,b@x.example', 'c@x.example d@x.example']],
    ['between spaces', ['a@x.example b@x.example', 'c@x.example', 'mailto:d@x.example']],
    [
      'on several lines, with separators at the end',
      ['a@x.example', 'b@x.example', ''],
      ['c@x.example d@x.example', ''],
    ],
    ['one in brackets', ['<a@x.example>,b@x.example <c@x.example>', '<mailto:d@x.example>']],
  ])('a line may contain several addresses: %s', (_, ...rows) => {
    expect(read(...rows)?.people).toEqual(
      ['a', 'b', 'c', 'd'].map((one, index) => ({ line: index + 1, email: `${one}@x.example`, name: '', role: '' })),
    );
  });

  test('each of several addresses may have a name, also one with a comma', () => {
    const list = read(
      ['Budi Santoso <b@x.example>; l@x.example, Lina <l2@x.example>'],
      ['"Santoso, Budi" <s@x.example>', ' "Wijaya', ' Lina" <w@x.example>', 'Eko, Wayan <e@x.example>'],
    );
    expect(list?.people.map(({ email, name }) => [email, name])).toEqual([
      ['b@x.example', 'Budi Santoso'],
      ['l@x.example', ''],
      ['l2@x.example', 'Lina'],
      ['s@x.example', 'Santoso, Budi'],
      ['w@x.example', 'Wijaya, Lina'],
      ['e@x.example', 'Eko, Wayan'],
    ]);
  });

  test('what is no address among several is kept and reported', () => {
    const list = read(['a@x.example', 'nobody', 'b@x.example eko c@']);
    expect(list?.people.map(({ email }) => email)).toEqual(['a@x.example', 'nobody', 'b@x.example', 'eko', 'c@']);
  });

  test('a line of thousands of addresses is read in linear time, and long words are cut', () => {
    const addresses = Array.from({ length: 10_000 }, (_, index) => `person-${index}@x.example`);
    expect(read([addresses.join(' ')])?.people).toHaveLength(10_000);
    expect(read([`${'<'.repeat(200_000)}@${'a '.repeat(200_000)}@`])?.people[0]?.email).toHaveLength(300);
  });

  test('a list without any address is not accepted', () => {
    expect(read(['Budi', 'worker'], ['Lina'])).toBeNull();
    expect(read()).toBeNull();
  });
});

test('characters that cannot be seen or stored are removed, and so is the apostrophe before a formula', () => {
  const list = read(
    ['Email', 'Name'],
    ['\u200Bbudi@karya.example\u00A0\u200E', "'=HYPERLINK(\u0000\uD800)\n  x\u200F"],
  );
  expect(list?.people).toEqual([{ line: 2, email: budi.email, name: '=HYPERLINK( \uFFFD) x', role: '' }]);
});

test('roles are recognised by their values and their labels in both languages; others are not guessed', () => {
  for (const role of roles) expect(parseRole(role)).toBe(role);
  const labels = ['Company Admin', 'Project Manager', 'Timesheet Approver', 'Reviewer', 'Worker'];
  expect(labels.map(parseRole)).toEqual(roles);
  expect(['Admin Perusahaan', 'Manajer Proyek', 'Pemberi Persetujuan', 'Peninjau', 'Pekerja'].map(parseRole)).toEqual(
    roles,
  );
  for (const word of ['', 'Chief', 'owner', 'admin2b', 'workers of the world']) expect(parseRole(word)).toBe(null);
});
