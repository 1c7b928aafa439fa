import type { CallReply, getConfig } from '@partner-office/contracts'

type AppConfig = CallReply<typeof getConfig>

/** Where the configuration has no other. Source: requirements API-055. */
const GIVE_UP_MS = 30_000

/** The settings of the operators for the screens, and the addresses of the services. */
export class Config {
  readonly hosts: AppConfig
  readonly #properties: ReadonlyMap<string, string>

  constructor(hosts: AppConfig, properties: ReadonlyMap<string, string>) {
    this.hosts = hosts
    this.#properties = properties
  }

  /** The name of the product in cookies, legals, sign-in and registration. Source: requirements CFG-010. */
  get product(): string {
    return this.hosts.product
  }

  /** A property as the operators wrote it; empty without a value. */
  property(name: string): string {
    return this.find(name) ?? ''
  }

  /** The same, but undefined for a property that the answer does not have. */
  find(name: string): string | undefined {
    return this.#properties.get(name)
  }

  /** The properties whose names begin alike, without that beginning. */
  family(prefix: string): ReadonlyMap<string, string> {
    return new Map(
      [...this.#properties]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, value]) => [name.slice(prefix.length), value]),
    )
  }

  /** Source: requirements CFG-009; decisions D-034. */
  isOn(flag: string): boolean {
    return (
      this.property(flag) === 'TRUE' || (flag === 'bullBanner' && this.property(flag) === 'true')
    )
  }

  /** How long a call is retried while the service computes its figures. Units: milliseconds. Source: decisions D-104. */
  get giveUpMs(): number {
    return Number(this.property('retryGiveUpMs') || GIVE_UP_MS)
  }

  /** The address of a page of the identity provider. */
  passportPage(locale: string, path: string): string {
    return `${this.hosts.domainPassport}/${locale}/${path}`
  }

  /** Whether a button may be used: on unless the operators switched it off. Source: decisions D-035. */
  allows(button: string): boolean {
    const name = `button.${button}`
    return this.property(name) === '' || this.isOn(name)
  }
}
