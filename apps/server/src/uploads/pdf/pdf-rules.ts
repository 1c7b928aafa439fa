import {
  isDictionary,
  nameOf,
  type PdfDictionary,
  PdfReference,
  PdfText,
  type PdfValue,
} from './pdf-values.ts'
import type { PdfObject } from './read-pdf.ts'

/**
 * What a PDF file must not contain, wherever it stands, by the key of a dictionary. An operator opens the file in a viewer
 * that nobody here chose, so all that could do something there is refused, not only what runs in a good one.
 */
const REFUSED_KEYS: Readonly<Record<string, string>> = {
  JS: 'a script',
  JavaScript: 'scripts that run when the file is opened',
  AA: 'actions that run without a click: on opening, closing, printing, pointing, typing',
  XFA: 'a form in another language, with scripts of its own',
  EmbeddedFiles: 'attached files',
  EF: 'an attached file',
  Collection: 'a portfolio, which shows attached files',
  Encrypt: 'a password: what the file holds cannot be read here',
  FFilter: 'a stream that is taken from another file',
  Renditions: 'media that are played',
  AlternatePresentations: 'a slide show with scripts',
  RichMediaContent: 'media with scripts',
  RichMediaSettings: 'media that are started on opening',
  Movie: 'a film, often of another file',
}

/** The same, by the value of `Type` or `Subtype`. */
const REFUSED_TYPES: Readonly<Record<string, string>> = {
  EmbeddedFile: 'an attached file',
  Filespec: 'the place of another file',
  FileAttachment: 'an attached file',
  Sound: 'a sound that is played',
  Movie: 'a film that is played',
  Screen: 'media that are played',
  Rendition: 'media that are played',
  RichMedia: 'media with scripts',
  '3D': 'a model with scripts',
  PS: 'a program for the printer',
}

/** The same, by the type of an action (`S`). Actions of other types are refused where an action stands. */
const REFUSED_ACTIONS: Readonly<Record<string, string>> = {
  JavaScript: 'runs a script',
  Launch: 'starts a program or opens a file',
  GoToR: 'opens another file',
  GoToE: 'opens an attached file',
  GoToDp: 'leads into other parts, which are not read here',
  Thread: 'may open another file',
  Sound: 'plays a sound',
  Movie: 'plays a film',
  Rendition: 'plays media, and may run a script',
  RichMediaExecute: 'runs a script of media',
  GoTo3DView: 'steers a model',
  SubmitForm: 'sends what was typed to an address',
  ImportData: 'reads another file into the form',
  ResetForm: 'empties a form',
  Hide: 'hides or shows what an operator would look at',
  SetState: 'hides or shows what an operator would look at',
  SetOCGState: 'hides or shows what an operator would look at',
  Trans: 'is part of a slide show',
}

/**
 * Actions that are allowed, by where they stand. By itself a file may only choose its first page. What a reader clicks may
 * lead to another page, and a link or a bookmark also to an address of the web: office programs make one of every address
 * in a text, the viewer shows or asks where it leads, and nothing is opened before the click.
 */
const ALLOWED_ACTIONS = {
  automatic: ['GoTo'],
  clicked: ['GoTo', 'Named'],
  link: ['GoTo', 'Named', 'URI'],
} as const satisfies Readonly<Record<string, readonly string[]>>

type Place = keyof typeof ALLOWED_ACTIONS

const AUTOMATIC_KEYS = ['OpenAction', 'Next', 'PA']
const NAMED_PAGES = ['NextPage', 'PrevPage', 'FirstPage', 'LastPage']

/** Places of the web, of mails and of telephones; never a path, which could lead to another computer or to a program. */
const WEB_ADDRESS = /^(?:https?:\/\/[^/\\]|mailto:|tel:|www\.)/i

/** Says that a PDF file is active, hides something, or leads out of itself. */
export class PdfActive extends Error {}

/**
 * Checks the objects of one PDF file by the lists above.
 *
 * Refuses: `PdfActive`.
 * Source: decisions D-114; ISO 32000-1 sections 7.11, 12.5, 12.6, 12.7 and 13.
 */
export class PdfRules {
  /** The actions among the objects, and the most narrow place that refers to each. */
  readonly #actions = new Map<number, Set<string>>()
  readonly #places = new Map<number, Place>()

  readonly check = ({ number, value, isStream }: PdfObject): void => {
    if (isStream && isDictionary(value)) {
      if (value.has('F') || value.has('Ref')) refuse('takes its content from another file')
    }
    if (number !== null && isDictionary(value)) {
      const action = nameOf(value.get('S'))
      if (action !== null) this.#noteAction(number, action)
      this.#checkDictionary(value, 'link')
    } else this.#checkValue(value)
  }

  /** Checks the actions that are objects of their own, by the places that refer to them. */
  finish(): void {
    for (const [number, place] of this.#places) {
      for (const action of this.#actions.get(number) ?? []) requireAllowed(action, place)
    }
    for (const [number, actions] of this.#actions) {
      if (actions.has('URI') && !this.#places.has(number)) refuse('leads to the web without a link')
    }
  }

  #noteAction(object: number, action: string): void {
    const noted = this.#actions.get(object)
    if (noted === undefined) this.#actions.set(object, new Set([action]))
    else noted.add(action)
  }

  #checkValue(value: PdfValue): void {
    if (Array.isArray(value)) for (const item of value) this.#checkValue(item)
    else if (isDictionary(value)) this.#checkDictionary(value, 'clicked')
  }

  /** Checks a dictionary; `place` is where it stands if it is an action. */
  #checkDictionary(dictionary: PdfDictionary, place: Place): void {
    for (const kind of ['Type', 'Subtype'])
      refuseListed(REFUSED_TYPES, nameOf(dictionary.get(kind)))
    const action = nameOf(dictionary.get('S'))
    refuseListed(REFUSED_ACTIONS, action)
    if (action === 'URI') requireAllowed(action, place)
    if (action === 'Named' && !NAMED_PAGES.includes(nameOf(dictionary.get('N')) ?? '')) {
      refuse('runs a command of the viewer')
    }
    const clicked = isLink(dictionary) ? 'link' : 'clicked'
    for (const [key, value] of dictionary) {
      refuseListed(REFUSED_KEYS, key)
      if (key === 'URI') requireWebAddress(value)
      if (key === 'A') this.#checkAction(value, clicked)
      else if (AUTOMATIC_KEYS.includes(key)) this.#checkAction(value, 'automatic')
      else this.#checkValue(value)
    }
  }

  #checkAction(value: PdfValue, place: Place): void {
    if (value instanceof PdfReference) this.#notePlace(value.object, place)
    else if (Array.isArray(value)) for (const item of value) this.#checkAction(item, place)
    else if (isDictionary(value)) {
      const action = nameOf(value.get('S'))
      if (action !== null) requireAllowed(action, place)
      this.#checkDictionary(value, place)
    }
  }

  #notePlace(object: number, place: Place): void {
    const noted = this.#places.get(object) ?? place
    const order = Object.keys(ALLOWED_ACTIONS)
    this.#places.set(object, order.indexOf(noted) < order.indexOf(place) ? noted : place)
  }
}

/** A link inside a page, or a bookmark. */
const isLink = (dictionary: PdfDictionary): boolean => {
  const kind = dictionary.get('Subtype')
  return nameOf(kind) === 'Link' || (kind === undefined && dictionary.has('Title'))
}

function requireAllowed(action: string, place: Place): void {
  const allowed: readonly string[] = ALLOWED_ACTIONS[place]
  if (!allowed.includes(action)) refuse(`has the action ${action} where it is ${place}`)
}

function requireWebAddress(value: PdfValue): void {
  if (!(value instanceof PdfText) || !WEB_ADDRESS.test(value.text)) refuse('leads out of the web')
}

function refuseListed(list: Readonly<Record<string, string>>, word: string | null): void {
  if (word !== null && Object.hasOwn(list, word)) refuse(`has ${word}: ${list[word]}`)
}

function refuse(reason: string): never {
  throw new PdfActive(reason)
}
