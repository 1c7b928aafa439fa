import type { ImportField } from '@partner-office/contracts'

/**
 * Names of columns in English, German, Spanish and Russian, and those of exports of other platforms, by field; the best first. Spelled
 * as `plainName` spells them.
 *
 * Source: requirements ORC-008; docs/importing.md.
 */
const NAMES: Readonly<Record<ImportField, string>> = {
  id: `id, partner id, user id, member id, distributor id, associate id, customer id, consultant id, rep id, affiliate id, account id,
    partner number, member number, distributor number, customer number, member no, partner no,
    partnernummer, kundennummer, mitgliedsnummer, vertriebspartner id, partner nr, kunden nr, mitglied id, benutzer id,
    id socio, id de socio, numero de socio, id distribuidor, id usuario, id de cliente, codigo de socio, numero de cliente,
    id партнера, номер партнера, код партнера, ид, ид партнера, id пользователя, номер участника, id участника, код клиента`,
  sponsorId: `sponsor id, sponsorid, sponsor, upline id, upline, parent id, enroller id, enroller, referrer id, referred by, referrer,
    parent, sponsor number, sponsor no, inviter id, introducer id, placed under,
    sponsornummer, sponsor nr, werber, empfohlen von, werber id, geworben von, upline nummer,
    id patrocinador, patrocinador, id del patrocinador, referido por, numero de patrocinador,
    id спонсора, спонсор, номер спонсора, наставник, пригласитель, код спонсора, id наставника`,
  email: `email, e mail, email address, e mail address, mail, contact email, billing email,
    e mail adresse, mailadresse, email adresse, correo, correo electronico, email del socio, direccion de correo,
    почта, электронная почта, эл почта, адрес электронной почты, имейл`,
  firstName: `first name, firstname, given name, forename, name first, billing first name, fname,
    vorname, rufname, nombre, primer nombre, nombres, имя`,
  lastName: `last name, lastname, surname, family name, name last, billing last name, lname,
    nachname, familienname, zuname, apellido, apellidos, primer apellido, фамилия`,
  registeredAt: `registered at, registered, registration date, date registered, registration time, join date, joined, joined at,
    joined on, signup date, sign up date, enrollment date, enrolled on, enroll date, created at, date created, start date, user registered,
    member since,
    registriert am, registrierungsdatum, eintrittsdatum, beitrittsdatum, angemeldet am, anmeldedatum, mitglied seit, erstellt am,
    fecha de registro, fecha registro, fecha de alta, fecha de inscripcion, fecha de ingreso, registrado,
    дата регистрации, зарегистрирован, дата вступления, дата создания`,
  countryId: `country, country id, country code, countryid, iso country, billing country, default address country code, land,
    landercode, laendercode, landeskurzel, pais, codigo de pais, codigo pais, страна, код страны`,
  phone: `phone, phone number, telephone, mobile, mobile phone, billing phone, cell phone, telefon, telefonnummer, handy, mobil,
    telefono, movil, celular, телефон, номер телефона, мобильный`,
  telegram: 'telegram, telegram name, telegram username, телеграм, телеграмм',
  whatsapp: 'whatsapp, whats app, ватсап, вотсап',
  skype: 'skype, skype name, скайп',
  viber: 'viber, вайбер',
  wechat: 'wechat, we chat',
  facebook: 'facebook, facebook page, фейсбук',
  instagram: 'instagram, insta, инстаграм',
  site: 'site, website, web site, homepage, url, webseite, internetseite, sitio web, pagina web, сайт, веб сайт',
  uiLanguage: `ui language, language, locale, lang, uilanguage, preferred language, sprache, idioma, lengua, язык`,
  password: 'password, passwort, kennwort, contrasena, clave, пароль',
  orderId: `order id, orderid, order number, order no, order, id, invoice number, invoice id, transaction id, order ref, order reference,
    increment id, sales order,
    bestellnummer, auftragsnummer, bestell nr, bestell id, rechnungsnummer, auftrags nr, bestellung,
    id pedido, numero de pedido, id de pedido, pedido, numero de orden, no pedido, numero pedido, factura,
    номер заказа, id заказа, заказ, код заказа, номер счета, ид заказа`,
  partnerId: `partner id, partnerid, customer id, member id, distributor id, user id, customer user, buyer id, associate id, rep id,
    consultant id, affiliate id, customer number, partner number, member number, partner, buyer, customer,
    partnernummer, kundennummer, kunden nr, mitgliedsnummer, partner nr, kunde, kaufer id, kunden id,
    id socio, id cliente, id de cliente, numero de socio, cliente, socio, id comprador, numero de cliente, id distribuidor,
    id партнера, номер партнера, партнер, код партнера, покупатель, id клиента, номер клиента, клиент, id покупателя`,
  paidAt: `paid at, paidat, paid, payment date, date paid, paid date, paid on, paid time, purchase date, order date, date, created at,
    order created, transaction date, completed at, date created,
    bezahlt am, zahlungsdatum, zahldatum, zahlung am, zahlungseingang, kaufdatum, bestelldatum, datum, bezahlt,
    fecha de pago, fecha pago, pagado, pagado el, fecha de compra, fecha pedido, fecha del pedido, fecha,
    дата оплаты, оплачен, дата платежа, дата заказа, дата покупки, дата`,
  amount: `amount, order amount, amount eur, total, order total, grand total, total amount, amount paid, total paid, paid amount, price,
    total price, sum, value, net amount, net total, order value, cart total, grand total base, revenue,
    betrag, gesamtbetrag, summe, gesamtsumme, bestellwert, preis, gesamt, betrag eur, umsatz, zahlbetrag,
    importe, importe total, monto, total pagado, total pedido, monto total, precio, importe eur, suma,
    сумма, сумма заказа, итого, стоимость, сумма оплаты, оплачено, цена, сумма eur`,
}

/** A name of a column without case, accents and signs; words are separated by one space. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}/gu, '')
    .normalize('NFC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const listOf = (names: string): readonly string[] => names.split(',').map((name) => plainName(name))

const KNOWN = new Map(
  Object.entries(NAMES).map(([field, names]) => [field as ImportField, listOf(names)]),
)

/**
 * How well the name of a column names a field: 1 for its best name, somewhat less for the others, below 0.5 where a known name of two
 * words is a part of it, and 0 else.
 */
export function nameScore(name: string, field: ImportField): number {
  const plain = plainName(name)
  const names = KNOWN.get(field)!
  const joined = plain.replaceAll(' ', '')
  const at = names.findIndex((known) => known === plain || known.replaceAll(' ', '') === joined)
  if (at >= 0) return 1 - (0.4 * at) / names.length
  const words = ` ${plain} `
  const isPart = names.some((known) => known.includes(' ') && words.includes(` ${known} `))
  return isPart ? 0.4 : 0
}

/** The kinds of values that a field has. Source: requirements ORC-008. */
export const VALUE_OF: Readonly<
  Partial<Record<ImportField, 'id' | 'email' | 'amount' | 'date' | 'country'>>
> = {
  id: 'id',
  sponsorId: 'id',
  orderId: 'id',
  partnerId: 'id',
  email: 'email',
  registeredAt: 'date',
  paidAt: 'date',
  amount: 'amount',
  countryId: 'country',
}
