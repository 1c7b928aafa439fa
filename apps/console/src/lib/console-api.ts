import {
  type CallReply,
  CONSOLE_TOKEN_HEADER,
  type Contract,
  type HostCalls,
  REFRESH_HEADER,
} from '@partner-office/contracts'
import { Api, type Asked, CallFailed, type Hosts } from '@partner-office/web'

import type { Clock } from './clock.ts'
import type { Fresh } from './fresh.ts'
import type { Session } from './session.ts'

export type ConsoleCall = HostCalls['console']

export type Question<Of extends Contract> = {
  readonly params?: Asked<Of['params']>
  readonly query?: Asked<Of['query']>
  readonly body?: Asked<Of['body']>
  /** The fields and files of a call with a `multipart` body. */
  readonly form?: FormData
  /** Receives the share of the form that was sent. Units: 0 to 1. */
  readonly onSent?: (share: number) => void
  readonly signal?: AbortSignal
  /** The page makes the call by itself: it does not keep the session open. Source: requirements OPR-006. */
  readonly isRefresh?: boolean
}

/** The console is served by the host that it calls, and calls no other. */
const NO_OTHER_HOSTS: Hosts = {
  product: '',
  domainPassport: '',
  domainBusinessRest: '',
  domainCdn: '',
  domainExchange: '',
  domainOauth: '',
  domainBlog: '',
  domainTranslations: '',
  oauthClientId: '',
  oauthClientSecret: '',
}

/** Calls the console's service with the cookie of the browser and the token of the session. */
export class ConsoleApi {
  readonly #api: Api
  readonly #session: Session
  readonly #fresh: Fresh

  constructor(session: Session, fresh: Fresh, clock: Clock) {
    this.#session = session
    this.#fresh = fresh
    this.#api = new Api(NO_OTHER_HOSTS, () => null, {
      failedGlobally: () => {},
      serverFailed: () => {},
      answered: (headers) => clock.hear(headers.get('date')),
    })
  }

  /**
   * Calls the service. Where the second factor has to be proved again, the operator is asked, and the same call goes on.
   *
   * Refuses: `CallFailed`; an operator who does not prove the factor gets the service's own refusal.
   * Source: requirements OPR-006, OPR-014, OPR-023.
   */
  async call<const Of extends ConsoleCall>(
    contract: Of,
    question: Question<Of> = {},
  ): Promise<CallReply<Of>> {
    const { isRefresh = false, ...asked } = question
    return this.#proved(() =>
      this.#send(contract, isRefresh, async (headers) => {
        const answer = await this.#api.call('console', contract, { ...asked, headers })
        return answer as CallReply<Of>
      }),
    )
  }

  /** Downloads a file with the name that the service gives it. Refuses: as `call`. */
  async download<const Of extends ConsoleCall>(
    contract: Of,
    question: Omit<Question<Of>, 'isRefresh'> = {},
  ): Promise<File> {
    return this.#proved(() =>
      this.#send(contract, false, (headers) =>
        this.#api.download('console', contract, { ...question, headers }),
      ),
    )
  }

  /** Where the second factor has to be proved again, the operator is asked, and the same call goes on. */
  async #proved<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    try {
      return await send()
    } catch (error) {
      const isFreshNeeded = error instanceof CallFailed && error.code === 'fresh_sign_in_required'
      if (!isFreshNeeded || !(await this.#fresh.ask())) throw error
      return send()
    }
  }

  async #send<Answer>(
    contract: ConsoleCall,
    isRefresh: boolean,
    ask: (headers: Readonly<Record<string, string>>) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      const answer = await ask(this.#headersOf(contract, isRefresh))
      if (contract.auth === 'operator' && !isRefresh) this.#session.used()
      return answer
    } catch (error) {
      const isOver = error instanceof CallFailed && error.code === 'invalid_token'
      if (isOver && contract.auth === 'operator') this.#session.end()
      throw error
    }
  }

  #headersOf({ method }: Contract, isRefresh: boolean): Readonly<Record<string, string>> {
    const { token } = this.#session
    if (method === 'GET') return isRefresh ? { [REFRESH_HEADER]: '1' } : {}
    return token === null ? {} : { [CONSOLE_TOKEN_HEADER]: token }
  }
}
