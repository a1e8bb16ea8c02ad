// The headings of Kimai's own export in each language whose words are known here. Kimai writes the display name before the login.

import { describe, expect, test } from 'vitest';
import { findHistoryColumns, toolOf } from './columns.ts';

const headings = {
  English:
    'Date,From,To,Duration,Currency,Price,Internal price,Hourly price,Fixed price,Name,User,E-mail,Staff number,Customer,Project,Activity,Description,Billable,Tags,Type,category,Account,Project number,VAT-ID,Order number',
  German:
    'Datum,Von,Bis,Dauer,Währung,Preis,Interner Preis,Preis pro Stunde,Festpreis,Name,Benutzer,E-Mail,Personalnummer,Kunde,Projekt,Tätigkeit,Beschreibung,Abrechenbar,Schlagworte,Typ,category,Kundennummer,Projektnummer,Umsatzsteuer-ID,Bestellnummer',
  French:
    "Date,De,À,Durée,Devise,Taux,Taux interne,Taux horaire,Taux fixe,Nom,Nom d'utilisateur,Courriel,Numéro d'équipe,Client,Projet,Activité,Description,Facturable,Mots-clés,Type,category,Compte,Numéro de projet,ID de TVA,Numéro de commande",
  Spanish:
    'Fecha,De,Para,Duración,Moneda,Tarifa,Tarifa interna,Tarifa por hora,Tarifa fija,Nombre,Usuario,Correo electrónico,Número de personal,Cliente,Proyecto,Actividad,Descripción,Facturable,Etiquetas,Tipo,category,Cuenta,Número del proyecto,CIF / NIF,Número de pedido',
  Indonesian:
    'Tanggal,Dari,Kepada,Durasi,Mata uang,Harga,Harga internal,Harga per jam,Harga tetap,Nama,Pengguna,Surel,Nomor staff,Pelanggan,Proyek,Aktivitas,Deskripsi,Dapat ditagih,Tag,Tipe,category,Akun,Nomor proyek,NPWP,Nomor Pemesanan',
  Portuguese:
    'Data,De,Para,Duração,Moeda,Taxa,Taxa interna,Taxa horária,Taxa fixa,Nome,Nome do utilizador,Email,Número da equipa,Cliente,Projeto,Atividade,Descrição,Faturável,Etiquetas,Tipo,category,Conta,Número do projeto,ID do IVA,Número do pedido',
  'Portuguese of Brazil':
    'Data,De,Para,Duração,Moeda,Preço,Preço interno,Preço por hora,Preço fixo,Nome,Nome do usuário,E-mail,Número da equipe,Cliente,Projeto,Atividade,Descrição,Faturável,Tags,Tipo,category,Conta,Numeração do projeto,IVA-ID,Número do pedido',
  Italian:
    "Data,Da,A,Durata,Valuta,Prezzo,Costo interno,Tariffa oraria,Prezzo fisso,Nome,Utente,E-mail,Numero personale,Cliente,Progetto,Attività,Descrizione,Fatturabile,Etichette,Tipo,category,Account,Numero progetto,P.IVA,Numero d'ordine",
  Dutch:
    'Datum,Van,Tot,Duur,Valuta,Bedrag,Intern tarief,Uurtarief,Vast bedrag,Naam,Gebruikersnaam,E-mail,Personeelsnummer,Klant,Project,Activiteit,Beschrijving,Factureerbaar,Labels,Type,category,Rekening,Projectnummer,Btw-nummer,Dossiernummer',
  Polish:
    'Data,Od,Do,Czas trwania,Waluta,Stawka,Stawka wewnętrzna,Stawka godzinowa,Stała stawka,Nazwa,Użytkownik,E-mail,Numer pracownika,Klient,Projekt,Aktywność,Opis,Płatne,Tagi,Typ,category,Numer klienta,Numer projektu,NIP,Numer zamówienia',
};

test.each(Object.entries(headings))('in %s are recognised, every column that is imported', (_, heading) => {
  const cells = heading.split(',');
  const columns = findHistoryColumns(cells);
  expect(columns).toEqual({
    day: 0,
    start: 1,
    end: 2,
    duration: 3,
    person: 9,
    email: 11,
    client: 13,
    project: 14,
    task: 15,
    notes: 16,
    billable: 17,
    tags: 18,
    type: 19,
  });
  expect(toolOf(cells, columns)).toBe('kimai');
});

describe('a heading that means the whole name', () => {
  test.each([
    ['Prénom,Nom', { firstName: 0, lastName: 1 }],
    ['Nom,Prénom', { firstName: 1, lastName: 0 }],
    ['Nombre,Apellidos', { firstName: 0, lastName: 1 }],
    ['Nome,Cognome', { firstName: 0, lastName: 1 }],
    ['Nome,Sobrenome,Utilizador', { firstName: 0, lastName: 1 }],
    ['Utilisateur,Nom,Prénom', { person: 0, lastName: 1, firstName: 2 }],
    ['Nom,Utilisateur', { person: 0 }],
    ['Nombre', { person: 0 }],
  ])('means a part of it beside the other part: %s', (heading, columns) => {
    expect(findHistoryColumns(heading.split(','))).toEqual(columns);
  });
});
