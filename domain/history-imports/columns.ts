// Which column of a time report is what, by its heading in the languages in which other tools export. Headings are compared without
// case, accents, spaces, punctuation and what is in parentheses. A table with other headings is read with columns that the user names.

import { normalizeForSearch } from '../search-text.ts';

export const historyFields = [
  'person',
  'firstName',
  'lastName',
  'email',
  'client',
  'project',
  'task',
  'notes',
  'tags',
  'billable',
  'day',
  'start',
  'endDay',
  'end',
  'duration',
  'approved',
  'type',
] as const;
export type HistoryField = (typeof historyFields)[number];

/** Field → index of its column, from 0. */
export type HistoryColumns = { readonly [Field in HistoryField]?: number };

export const historyTools = ['toggl', 'clockify', 'harvest', 'kimai', 'solidtime', 'table'] as const;
export type HistoryTool = (typeof historyTools)[number];

/** In English, Indonesian, German, French, Spanish, Portuguese, Italian, Dutch and Polish, as far as the tools differ. */
const headings: Record<HistoryField, string> = {
  person:
    'user users username member employee person worker name fullname teammember pengguna karyawan pekerja nama anggota benutzer nutzer mitarbeiter mitglied utilisateur membre employe collaborateur usuario miembro empleado utilizador membro colaborador utente dipendente gebruiker medewerker lid uzytkownik pracownik nom nombre nome naam nazwa nomdutilisateur nomedoutilizador nomedousuario gebruikersnaam',
  firstName: 'firstname givenname namadepan vorname prenom primeironome nomeproprio voornaam imie',
  lastName:
    'lastname surname familyname namabelakang nachname nomdefamille apellido apellidos sobrenome cognome achternaam nazwisko',
  email:
    'email mail emailaddress useremail surel alamatemail emailadresse adresseemail courriel correo correoelectronico emailadres',
  client: 'client clients customer klien pelanggan kunde kunden cliente clientes klant klient',
  project: 'project projects projectname proyek projekt projet proyecto projeto progetto',
  task: 'task tasks activity activities tugas aktivitas kegiatan pekerjaan aufgabe aufgaben tatigkeit taetigkeit aktivitat tache taches activite tarea tareas actividad tarefa tarefas atividade atividades attivita compito taak taken activiteit zadanie aktywnosc',
  notes:
    'description notes note comment comments deskripsi catatan keterangan beschreibung notiz notizen kommentar commentaire descripcion notas descricao descrizione omschrijving beschrijving opis',
  tags: 'tags tag labels label etiquetas etiqueta etiquettes motscles etichette schlagworte schlagworter schlagwoerter stichworte tagi',
  billable:
    'billable isbillable abrechenbar verrechenbar facturable faturavel cobravel fatturabile factureerbaar dapatditagih ditagih bisaditagih rozliczane płatne',
  day: 'date startdate day workdate spentdate tanggal tanggalmulai hari datum startdatum tag datededebut fecha fechadeinicio fechainicio data datadeinicio datainicio datadiinizio datainizio begindatum datarozpoczecia',
  start:
    'starttime start from timein begin started mulai waktumulai jammulai dari von beginn startzeit anfang heurededebut debut de horadeinicio horainicio inicio desde da oradiinizio orainizio inizio dalle starttijd begintijd van od czasrozpoczecia',
  endDay:
    'enddate stopdate tanggalselesai tanggalberakhir enddatum datedefin fechadefin fechafin fechadefinalizacion datadetermino datafim datadefim datadifine datafine einddatum datazakonczenia',
  end: 'endtime end to stop stoptime timeout ended until selesai waktuselesai jamselesai hingga sampai kepada bis ende endzeit heuredefin fin a horadefin horafin horadefinalizacion hasta para horadetermino horafim fim ate oradifine orafine fine alle eindtijd einde tot do czaszakonczenia',
  duration:
    'duration hours time durasi jam lama dauer stunden duree heures duracion horas duracao durata ore duur uren czastrwania godziny timehours totalhours minutes menit minuten',
  approved:
    'approved approval disetujui persetujuan genehmigt genehmigung approuve approbation aprobado aprobacion aprovado aprovacao approvato goedgekeurd',
  // solidtime has a column that says of each row whether it is a break.
  type: 'type tipe jenis typ tipo break',
};

const fieldByHeading: ReadonlyMap<string, HistoryField> = new Map(
  historyFields.toReversed().flatMap((field) => headings[field].split(' ').map((word) => [word, field] as const)),
);

/** Headings that mean the whole name, or a part of it where the other part has a column of its own. */
const partOfName: ReadonlyMap<string, 'firstName' | 'lastName'> = new Map([
  ['nom', 'lastName'],
  ['nombre', 'firstName'],
  ['nome', 'firstName'],
]);

/** "Start Time", "start_time" and "Heure de début (h)" become one word each. */
const headingWord = (heading: string): string =>
  normalizeForSearch(heading.replaceAll(/\([^)]*\)|[[\]?*]/g, ' ')).replaceAll(/[^\p{L}\p{N}]/gu, '');

export function findHistoryColumns(cells: readonly string[]): HistoryColumns {
  const found = new Map<HistoryField, number>();
  for (const [index, cell] of cells.entries()) {
    const field = fieldByHeading.get(headingWord(cell));
    // "Employee?" of Harvest does not say who it is.
    if (cell.trim().endsWith('?') && !questionFields.some((one) => one === field)) continue;
    // Of several columns with one meaning the first counts: the display name before the login, hours before decimals.
    if (field !== undefined && !found.has(field)) found.set(field, index);
  }
  return withPartOfName(withoutUncertainTime(withGermanDay(Object.fromEntries(found), cells), cells), cells);
}

/** Fields whose heading may be a question. */
const questionFields = ['billable', 'approved', 'type'] as const;

/** "Time" beside another length is that length in another form, or when the work began: only the user knows. */
function withoutUncertainTime(columns: HistoryColumns, cells: readonly string[]): HistoryColumns {
  const lengths = cells.map(headingWord).filter((word) => fieldByHeading.get(word) === 'duration');
  const isUncertain = cells.some((cell) => headingWord(cell) === 'time' && !cell.includes('('));
  if (!isUncertain || columns.start !== undefined || lengths.every((word) => word === 'time')) return columns;
  const { duration: _, ...rest } = columns;
  return rest;
}

/** "Tag" is a day in German and a label in English: beside a date it is a label. */
function withGermanDay(columns: HistoryColumns, cells: readonly string[]): HistoryColumns {
  const at = cells.findIndex((cell) => headingWord(cell) === 'tag');
  if (at < 0 || columns.day !== undefined || columns.tags !== at) return columns;
  const { tags: _, ...rest } = columns;
  return { ...rest, day: at };
}

function withPartOfName(columns: HistoryColumns, cells: readonly string[]): HistoryColumns {
  const at = cells.findIndex((cell) => partOfName.has(headingWord(cell)));
  const part = partOfName.get(headingWord(cells[at] ?? ''));
  const other = part === 'firstName' ? 'lastName' : 'firstName';
  if (part === undefined || columns[part] !== undefined || columns[other] === undefined) return columns;
  const { person, ...rest } = columns;
  return person === at || person === undefined ? { ...rest, [part]: at } : { ...rest, person, [part]: at };
}

const hasPerson = ({ person, email, firstName, lastName }: HistoryColumns): boolean =>
  [person, email, firstName, lastName].some((at) => at !== undefined);

/** A day or a start that contains it, and an end or a length. */
export const isReadable = (columns: HistoryColumns): boolean =>
  (columns.day !== undefined || columns.start !== undefined) &&
  (columns.duration !== undefined || (columns.start !== undefined && columns.end !== undefined));

/** Enough columns to be certain that this line is the heading of a time report. */
export const isHeading = (columns: HistoryColumns): boolean => hasPerson(columns) && isReadable(columns);

/** Which tool writes such a heading. It only decides what is shown and keeps rows of two tools apart. */
export function toolOf(cells: readonly string[], columns: HistoryColumns): HistoryTool {
  const has = (...fields: HistoryField[]) => fields.every((field) => columns[field] !== undefined);
  // "Duration (h)" and "Duration (decimal)", of which a report may have only one.
  const hasUnit = /\(.+\)/.test(cells[columns.duration ?? -1] ?? '');
  if (has('day', 'duration', 'firstName') && !has('start')) return 'harvest';
  if (has('start', 'end', 'duration') && !has('day')) return 'solidtime';
  if (has('day', 'start', 'end', 'duration') && !has('endDay')) return 'kimai';
  if (has('day', 'start', 'endDay', 'end', 'duration')) return hasUnit ? 'clockify' : 'toggl';
  return 'table';
}
