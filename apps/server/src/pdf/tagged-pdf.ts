import type { FontName } from './fonts.ts'
import { type FilePart, PdfObjects, pdfText, type Ref } from './pdf-objects.ts'
import { TaggedPage } from './tagged-page.ts'
import { UsedFont } from './used-font.ts'

/** What a document says about itself. Units: `createdAt` epoch milliseconds. */
export type PdfInfo = {
  readonly title: string
  readonly author: string
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly createdAt: number
  /** Width and height of the pages in points. */
  readonly size: readonly [number, number]
}

/** A file inside the document. */
export type PdfAttachment = {
  readonly name: string
  readonly mediaType: string
  readonly description: string
  readonly bytes: Buffer
}

/** A finished file up to its end mark, and the parts it is made of. */
export type PdfFile = { readonly body: Buffer; readonly parts: FilePart[]; readonly end: string }

type Element = {
  readonly ref: Ref
  readonly tag: string
  readonly parent: Ref
  readonly attributes: string
  readonly kids: string[]
}

/**
 * A tagged PDF document: text with its structure for screen readers, embedded fonts, no scripts, no actions.
 *
 * Source: ISO 32000-2, sections 14.7 and 14.8.
 */
export class TaggedPdf {
  readonly #objects = new PdfObjects()
  readonly #info: PdfInfo
  readonly #fonts = new Map<FontName, { readonly key: string; readonly font: UsedFont }>()
  readonly #pages: TaggedPage[] = []
  /** The structure elements of each page's marks. */
  readonly #owners: Ref[][] = []
  readonly #root: Element
  #open: Element
  readonly #closed: Element[] = []
  readonly #ancestors: Element[] = []
  readonly #tree: Ref
  readonly #attachments: PdfAttachment[] = []

  constructor(info: PdfInfo) {
    this.#info = info
    this.#tree = this.#objects.reserve()
    this.#root = this.#element('Document', this.#tree, '')
    this.#open = this.#root
  }

  get page(): TaggedPage {
    return this.#pages.at(-1)!
  }

  get pages(): readonly TaggedPage[] {
    return this.#pages
  }

  addPage(): TaggedPage {
    const page = new TaggedPage(this.#objects.reserve(), (name) => this.#fontOf(name))
    this.#pages.push(page)
    this.#owners.push([])
    return page
  }

  attach(attachment: PdfAttachment): void {
    this.#attachments.push(attachment)
  }

  /** Draws inside a structure element of its own. `attributes` are entries of the element, such as its alternative text. */
  within(tag: string, draw: () => void, attributes = ''): void {
    const element = this.#element(tag, this.#open.ref, attributes)
    this.#open.kids.push(`${element.ref} 0 R`)
    this.#ancestors.push(this.#open)
    this.#open = element
    draw()
    this.#closed.push(element)
    this.#open = this.#ancestors.pop()!
  }

  /** Draws content of the open structure element. */
  content(draw: (page: TaggedPage) => void): void {
    const { page } = this
    const mark = page.marked(this.#open.tag, () => draw(page))
    this.#open.kids.push(`<< /Type /MCR /Pg ${page.ref} 0 R /MCID ${mark} >>`)
    this.#owners.at(-1)!.push(this.#open.ref)
  }

  #element(tag: string, parent: Ref, attributes: string): Element {
    return { ref: this.#objects.reserve(), tag, parent, attributes, kids: [] }
  }

  #fontOf(name: FontName) {
    const known = this.#fonts.get(name)
    if (known !== undefined) return known
    const used = { key: `F${this.#fonts.size}`, font: new UsedFont(name) }
    this.#fonts.set(name, used)
    return used
  }

  finish(): PdfFile {
    const objects = this.#objects
    const fonts = [...this.#fonts.values()].map(
      ({ key, font }) => `/${key} ${font.write(objects, 'fonts')} 0 R`,
    )
    const resources = objects.add('fonts', `<< /Font << ${fonts.join(' ')} >> >>`)
    const parent = objects.reserve()
    for (const [at, page] of this.#pages.entries()) {
      const { size } = this.#info
      page.write(objects, { part: `page ${at + 1}`, parent, resources, number: at, size })
    }
    const kids = this.#pages.map(({ ref }) => `${ref} 0 R`).join(' ')
    objects.write(
      parent,
      'pages',
      `<< /Type /Pages /Kids [${kids}] /Count ${this.#pages.length} >>`,
    )
    this.#writeStructure()
    const files = this.#attachments.map((file) => this.#writeAttachment(file))
    return objects.file(this.#writeCatalog(parent, files), this.#writeInfo())
  }

  #writeStructure(): void {
    const objects = this.#objects
    for (const { ref, tag, parent, attributes, kids } of [...this.#closed, this.#root]) {
      objects.write(
        ref,
        'structure',
        `<< /Type /StructElem /S /${tag} /P ${parent} 0 R ${attributes} /K [${kids.join(' ')}] >>`,
      )
    }
    const numbers = this.#owners.map(
      (owners, page) => `${page} [${owners.map((ref) => `${ref} 0 R`).join(' ')}]`,
    )
    const marks = objects.add('structure', `<< /Nums [${numbers.join(' ')}] >>`)
    objects.write(
      this.#tree,
      'structure',
      `<< /Type /StructTreeRoot /K [${this.#root.ref} 0 R] /ParentTree ${marks} 0 R ` +
        `/ParentTreeNextKey ${this.#pages.length} >>`,
    )
  }

  #writeAttachment({ name, mediaType, description, bytes }: PdfAttachment): string {
    const type = mediaType.replace('/', '#2F')
    const entries = `/Type /EmbeddedFile /Subtype /${type} /Params << /Size ${bytes.length} >>`
    const stream = this.#objects.addStream('data', entries, bytes, false)
    const file = this.#objects.add(
      'data',
      `<< /Type /Filespec /F ${pdfText(name)} /UF ${pdfText(name)} /Desc ${pdfText(description)} ` +
        `/AFRelationship /Data /EF << /F ${stream} 0 R /UF ${stream} 0 R >> >>`,
    )
    return `${pdfText(name)} ${file} 0 R`
  }

  #writeCatalog(pages: Ref, files: readonly string[]): Ref {
    const { language, direction } = this.#info
    const names = files.join(' ')
    const associated = files.map((file) => file.slice(file.indexOf(' ') + 1)).join(' ')
    return this.#objects.add(
      'catalog',
      `<< /Type /Catalog /Pages ${pages} 0 R /Lang (${language}) /MarkInfo << /Marked true >> ` +
        `/StructTreeRoot ${this.#tree} 0 R /Metadata ${this.#writeMetadata()} 0 R ` +
        `/ViewerPreferences << /DisplayDocTitle true /Direction /${direction === 'rtl' ? 'R2L' : 'L2R'} >> ` +
        `/Names << /EmbeddedFiles << /Names [${names}] >> >> /AF [${associated}] >>`,
    )
  }

  #writeMetadata(): Ref {
    const { title, author, language, createdAt } = this.#info
    const xml = [
      '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
      '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">',
      `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xmlText(title)}</rdf:li></rdf:Alt></dc:title>`,
      `<dc:creator><rdf:Seq><rdf:li>${xmlText(author)}</rdf:li></rdf:Seq></dc:creator>`,
      `<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>`,
      `<xmp:CreateDate>${new Date(createdAt).toISOString()}</xmp:CreateDate>`,
      '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
    ].join('\n')
    return this.#objects.addStream('catalog', '/Type /Metadata /Subtype /XML', xml, false)
  }

  #writeInfo(): Ref {
    const { title, author, createdAt } = this.#info
    const day = new Date(createdAt).toISOString().replaceAll(/[-:T]|\.\d+Z$/g, '')
    return this.#objects.add(
      'catalog',
      `<< /Title ${pdfText(title)} /Author ${pdfText(author)} /CreationDate (D:${day}Z) >>`,
    )
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const xmlText = (text: string): string => text.replaceAll(/[&<>]/g, (char) => ESCAPES[char]!)
