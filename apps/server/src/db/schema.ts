import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type {
  AdjustmentKind,
  BonusType,
  DisputeKind,
  DisputeState,
  DocumentField,
} from '@partner-office/domain'

/** A numeric column: exact decimal text, never a binary floating-point number. */
type Exact = string
type Instant = number

/** What can be proposed. */
type ProposalKind =
  | 'setting'
  | 'rate'
  | 'role'
  | 'recovery'
  | 'order_cancel'
  | 'payout'
  | 'batch'
  | 'routes'
  | 'adjustment'
  | 'hold_release'
  | 'close'
  | 'plan'
  | 'plan_withdraw'
  | 'erasure'

type ProposalState =
  | 'OPEN'
  | 'APPROVED'
  | 'REFUSED'
  | 'WITHDRAWN'
  | 'EXPIRED'
  | 'OUTDATED'
  | 'DONE'
  | 'FAILED'

type JobKind =
  | 'verify'
  | 'doctor'
  | 'dryRun'
  | 'close'
  | 'recompute'
  | 'corrections'
  | 'statements'
  | 'importCheck'
  | 'import'
  | 'planDifference'
type DisputeEntryKind =
  | 'opened'
  | 'question'
  | 'reply'
  | 'answer'
  | 'corrected'
  | 'withdrawn'
  | 'reopened'
  | 'taken'
  | 'note'

type JobState = 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED' | 'INTERRUPTED'

/** What waits for one mail or message of a partner. */
type Note = {
  id: Generated<number>
  partnerId: number
  key: string
  day: number
  dueAt: Instant
  entries: number
  sums: JSONColumnType<Record<string, string>>
  items: JSONColumnType<object[]>
  afterFact: number | null
  upToFact: number | null
}

/** How many were sent to a partner in the present window. */
type Pace = { partnerId: number; key: string; windowStart: Instant; mails: number }

/** The last failure of a background job of a process. */
type JobFailure = { readonly at: number; readonly text: string }

export type PartnersTable = {
  id: number
  sponsorId: number | null
  depth: number
  sponsorDepth: ColumnType<number | null, never, never>
  email: string
  firstName: string
  lastName: string
  countryId: string
  registeredAt: Instant
  inviteCode: string
  phone: Generated<string>
  telegram: Generated<string>
  whatsapp: Generated<string>
  skype: Generated<string>
  viber: Generated<string>
  wechat: Generated<string>
  facebook: Generated<string>
  instagram: Generated<string>
  site: Generated<string>
  uiLanguage: Generated<string>
  avatar: Generated<string>
  sex: Generated<'male' | 'female' | ''>
  birthdate: Generated<string>
  city: Generated<string>
  address1: Generated<string>
  address2: Generated<string>
  zip: Generated<string>
  mobile: Generated<string>
  position: Generated<string>
  comment: Generated<string>
  hideContacts: Generated<boolean>
  showRefLink: Generated<boolean>
  allowPublicProfile: Generated<number>
  erasedAt: Instant | null
  fact: number
}

/** A request of a payout that waits for the code of the sign-in that opened it. Units: `amount` in smallest units, as text. */
export type PayoutSession = {
  readonly payoutTo: string
  readonly address: string
  readonly amount: string
  readonly openedAt: number
  readonly expiresAt: number
  readonly attemptsLeft: number
  /** The time step of the code that has confirmed it, and when; such a session is closed. */
  readonly paid?: { readonly step: number; readonly at: number }
  /** Of partner, source, sign-in, address, amount and times: what was changed in the database is not paid. */
  readonly seal: string
}

/** Tables and columns as the code names them; the connection turns camelCase into snake_case. */
/** A rejected document that was sent in again. */
export type FormerDocument = {
  readonly fields: Partial<Record<DocumentField, string>>
  readonly reason: string
  readonly at: Instant
}

export type Schema = {
  factLog: {
    onlyRow: Generated<boolean>
    lastFact: number
    logId: Generated<string>
    /** What the writer of the last fact has drawn: the id of its turn. */
    lastTurn: number | null
  }
  changeLog: { onlyRow: Generated<boolean>; lastChange: number }
  partnerChanges: { change: number; partnerId: number }
  partners: PartnersTable
  registrations: {
    userId: number
    sponsorId: number | null
    firstName: string
    lastName: string
    countryId: string
    uiLanguage: string
  }
  orders: {
    id: number
    partnerId: number
    paidAt: Instant
    amountCents: number
    currency: string
    recordedAt: Instant
    intake: number
    fact: number
  }
  stagedOrders: { orderId: number; partnerId: number; paidAt: Instant; amountCents: number }
  acceptedImport: {
    onlyRow: Generated<boolean>
    acceptedAt: Instant
    orders: number
    recorded: number
    recordedUntil: Instant
    openCents: number
  }
  cancellations: { orderId: number; reason: string; cancelledAt: Instant; fact: number }
  partnerBlocks: {
    fact: number
    partnerId: number
    blocked: boolean
    reason: string
    changedAt: Instant
  }
  /** Partners whose invite page and public profile nobody sees. */
  hiddenPartners: { partnerId: number; reason: string; since: Instant }
  tickets: {
    id: Generated<number>
    partnerId: number
    type: number
    bonusType: string | null
    email: string
    comment: string
    state: 'waiting' | 'received' | 'refused'
    /** Name of the directory with its files. */
    folder: string
    createdAt: Instant
    tries: Generated<number>
    nextAt: Instant
    confirmAt: Instant | null
  }
  ticketFiles: {
    ticketId: number
    place: number
    name: string
    kind: string
    size: number
    /** Whether its content was stored in the database; it may be deleted by now. */
    isStored: Generated<boolean>
  }
  ticketFileParts: { ticketId: number; place: number; part: number; sealedPart: Buffer }
  mailCursors: { source: string; position: number; partnerId: Generated<number> }
  mailNotes: Note
  mailPace: Pace
  pushSubscriptions: {
    id: Generated<number>
    partnerId: number
    sessionHash: Buffer
    endpoint: string
    p256dh: Buffer
    auth: Buffer
    keys: string[]
    details: boolean
    subscribedAt: Instant
  }
  pushNotes: Note
  pushPace: Pace
  pushMessages: {
    id: Generated<number>
    subscriptionId: number
    body: Buffer
    createdAt: Instant
    nextAt: Instant
    attempts: Generated<number>
  }
  mailedPosts: { language: string; title: string; publishedAt: Instant }
  notificationSettings: { partnerId: number; key: string; value: boolean; changedAt: Instant }
  avatars: { partnerId: number; name: string; picture: Buffer; storedAt: Instant }
  legalAcceptances: {
    partnerId: number
    product: string
    version: string
    acceptedAt: Instant
  }
  plans: {
    version: number
    validFrom: Instant
    document: JSONColumnType<object>
    loadedAt: Instant
  }
  rates: {
    id: Generated<number>
    fromCurrency: string
    toCurrency: string
    rateType: 'SELL' | 'BUY'
    rate: Exact
    setAt: Instant
  }
  rateConfirmations: { rateId: number; confirmedAt: Instant }
  settings: { name: string; value: string; changedAt: Instant }
  events: {
    id: number
    title: string
    eventEndDate: Instant
    registrationStartDate: Instant
    registrationEndDate: Instant
  }
  leftOutRates: {
    fromCurrency: string
    toCurrency: string
    rateType: 'SELL' | 'BUY'
    rate: Exact
    at: Instant
  }
  newsPosts: {
    id: Generated<number>
    language: string
    title: string
    category: string
    publishedAt: Instant
    figure: string
    content: string
    addedAt: Instant
  }
  accounts: {
    id: Generated<number>
    partnerId: number | null
    name: string
    currency: string
    balance: Exact | null
    lastHash: Buffer | null
  }
  transfers: {
    id: number
    idempotencyKey: string
    debitAccountId: number
    creditAccountId: number
    partnerAccountId: number
    currency: string
    amount: Exact
    kind: string
    reference: string
    createdAt: Instant
    hash: Buffer
  }
  ledgerSeals: {
    lastTransferId: number
    firstTransferId: number
    transfers: number
    hash: Buffer
    sealedAt: Instant
  }
  bonusRecords: {
    id: Generated<number>
    partnerId: number
    type: string
    orderId: number | null
    level: number
    currency: string
    amount: Exact
    paidAt: Instant
    period: string | null
    transferId: number
    planVersion: number
    rankId: number | null
    percent: Exact | null
    baseCents: number
    /** Null where nothing was converted: the winner's own coins. */
    rateId: number | null
    rate: Exact | null
    beforeCut: Exact | null
    reversesId: number | null
    closingId: number | null
    derivation: number | null
    pool: number | null
    turboWindow: number | null
    creditedBefore: Exact | null
  }
  closings: {
    id: number
    period: string
    upToFact: number
    planVersion: number
    rateIds: number[]
    latePeriods: string[]
    begunAt: Instant
  }
  bonusDerivations: {
    closingId: number
    period: string
    number: number
    document: JSONColumnType<object>
  }
  periodSeals: {
    closingId: number
    records: number
    recordsHash: Buffer
    lateRecords: number
    lateHash: Buffer
    hash: Buffer
    sealedAt: Instant
    /** Null in seals made before records formed a tree. */
    recordsRoot: Buffer | null
    lateRoot: Buffer | null
  }
  statementKeys: {
    generation: number
    id: string
    publicKey: Buffer
    madeAt: Instant
  }
  statements: {
    partnerId: number
    period: string
    currency: string
    /** Null while the statement is being made. */
    content: string | null
    code: string | null
    keyId: string | null
  }
  statementRuns: { period: string; startedAt: Instant; finishedAt: Instant | null }
  disclosures: {
    period: string
    months: 1 | 12
    /** Null where there were fewer than ten members. */
    content: string | null
    csv: string | null
    keyId: string | null
  }
  disclosedIncomes: { period: string; partnerIds: number[]; incomes: Exact[] }
  firstService: { onlyRow: Generated<boolean>; at: Instant }
  orderDecisions: {
    orderId: number
    planVersion: number
    rateId: number
    unpaidPartnerIds: number[]
    unpaidLevels: number[]
    unpaidReasons: string[]
  }
  rankReaches: {
    partnerId: number
    ladder: 'ordinary' | 'bonus'
    rankId: number
    orderId: number
    reachedAt: Instant
    planVersion: number
    bonusRecordId: number | null
  }
  payoutRoutes: {
    payoutFrom: string
    payoutTo: string
    currency: string
    enabled: boolean
    minAmount: Exact
    requestLimit: Exact | null
    dailyLimit: Exact | null
    dailyLimitPercent: Exact | null
    feePercent: Exact
    minFee: Exact | null
    maxFee: Exact | null
    verificationRequired: boolean
    addressPattern: string
    badge: string | null
    txPattern: Generated<string>
    holdingDays: Generated<number>
  }
  payoutGuards: {
    partnerId: number
    wrongAt: Generated<number[]>
    wrongStreak: Generated<number>
    lockedAt: Instant | null
    stopReason: string | null
    stopUntil: Instant | null
    stoppedBy: number | null
    minuteStart: Generated<Instant>
    inits: Generated<number>
    /** By source and sign-in. */
    sessions: Generated<Readonly<Record<string, PayoutSession>>>
  }
  payouts: {
    id: Generated<number>
    partnerId: number
    payoutFrom: string
    payoutTo: string
    currency: string
    address: string
    amount: Exact
    fee: Exact
    receive: Exact
    risks: string[]
    status: Generated<'PENDING' | 'SUCCESS' | 'REJECTED'>
    txId: string | null
    reason: string | null
    requestedAt: Instant
    createdAt: Instant
    takenAt: Instant | null
    endedAt: Instant | null
    takenBy: number | null
    endedBy: number | null
    version: Generated<number>
  }
  payoutTakings: {
    id: Generated<number>
    payoutId: number
    operatorId: number
    at: Instant
    reason: string | null
    proposalId: number | null
  }
  payoutBatches: {
    id: Generated<number>
    handedAt: Instant
    operatorId: number | null
    payouts: number
    sha256: string
  }
  payoutHandOvers: { payoutId: number; handedAt: Instant; batchId: number | null }
  payoutTransactions: { key: string; usedAt: Instant }
  payoutMails: {
    payoutId: number
    status: 'PENDING' | 'SUCCESS' | 'REJECTED'
    dueAt: Instant
    tries: Generated<number>
  }
  wallets: {
    partnerId: number
    walletType: 'MAIN' | 'FARM'
    address: string
    assignedAt: Instant
    moderatorApproved: boolean
  }
  externalIds: {
    id: Generated<number>
    kind: 'partner' | 'order'
    source: string
    external: string
    number: number
  }
  holds: {
    id: Generated<number>
    partnerId: number
    account: string
    currency: string
    amount: Exact
    recordId: number | null
    reason: string
    internalReason: string
    placedBy: number
    placedAt: Instant
    until: Instant | null
    endedAt: Instant | null
    endedAs: 'RELEASED' | 'DEBITED' | null
    endedBy: number | null
    version: Generated<number>
  }
  adjustments: {
    id: Generated<number>
    proposalId: number
    line: number
    transferId: number
    partnerId: number
    account: string
    currency: string
    amount: Exact
    kind: AdjustmentKind
    reason: string
    internalReason: string
    recordId: number | null
    orderId: number | null
    rankId: number | null
    takesBack: number | null
    holdId: number | null
    disputeId: number | null
    postedAt: Instant
  }
  'console.disputes': {
    id: Generated<number>
    partnerId: number
    kind: DisputeKind
    thing: string
    recordId: number | null
    orderId: number | null
    month: string | null
    bonusType: BonusType | null
    rankId: number | null
    rang: string | null
    adjustmentId: number | null
    account: string | null
    fingerprint: string
    state: Generated<DisputeState>
    openedAt: Instant
    dueAt: Instant
    askedAt: Instant | null
    endedAt: Instant | null
    reopenedAt: Instant | null
    earlierState: 'ANSWERED' | 'CORRECTED' | null
    earlierEndedAt: Instant | null
    takenBy: number | null
    version: Generated<number>
  }
  'console.disputeEntries': {
    id: Generated<number>
    disputeId: number
    at: Instant
    kind: DisputeEntryKind
    operatorId: number | null
    text: string
  }
  'console.disputeExplanations': {
    disputeId: number
    content: JSONColumnType<object>
  }
  'console.operators': {
    id: Generated<number>
    email: string
    passwordHash: string | null
    lockedAt: Instant | null
    removedAt: Instant | null
    addedAt: Instant
    addedBy: number | null
    recoveredAt: Instant | null
    recoveredBy: number | null
    lastSignInAt: Instant | null
    version: Generated<number>
    wrongPasswords: Generated<number>
    lockedUntil: Instant | null
    lastAttemptAt: Instant | null
    salt: Generated<string>
  }
  'console.operatorRoles': {
    operatorId: number
    role: 'viewer' | 'support' | 'finance' | 'plan' | 'admin'
  }
  'console.operatorFactors': {
    id: Generated<number>
    operatorId: number
    kind: 'authenticator' | 'passkey'
    sealedSecret: Buffer | null
    credentialId: Buffer | null
    publicKey: Buffer | null
    counter: Generated<number>
    transports: Generated<string[]>
    name: string
    addedAt: Instant
    confirmedAt: Instant | null
    usedAt: Instant | null
    lastStep: Generated<number>
  }
  'console.links': {
    operatorId: number
    tokenHash: Buffer
    expiresAt: Instant
    passwordHash: string | null
    sealedSecret: Buffer | null
  }
  'console.sessions': {
    id: Generated<number>
    tokenHash: Buffer
    operatorId: number
    openedAt: Instant
    lastUsedAt: Instant
    freshAt: Instant | null
    device: string
    place: string
  }
  'console.views': {
    id: Generated<number>
    partnerId: number
    operatorId: number
    sessionId: number
    signedInUntil: Instant
    handOffHash: Buffer
    madeAt: Instant
    tokenHash: Buffer | null
    openedAt: Instant | null
    endedAt: Instant | null
    isTold: Generated<boolean>
  }
  'console.viewPages': { viewId: number; page: string; at: Instant }
  'console.passkeyChallenges': {
    challengeHash: Buffer
    holderHash: Buffer
    purpose: 'add' | 'signIn' | 'secondFactor'
    operatorId: number | null
    expiresAt: Instant
  }
  'console.unknownSignIns': {
    emailHash: Buffer
    wrongPasswords: number
    lockedUntil: Instant | null
    lastAt: Instant
  }
  'console.proposals': {
    id: Generated<number>
    kind: ProposalKind
    state: Generated<ProposalState>
    object: string
    objectName: string
    before: JSONColumnType<Record<string, unknown>>
    after: JSONColumnType<Record<string, unknown>>
    preview: JSONColumnType<object[]>
    basis: JSONColumnType<Record<string, string | null>>
    fingerprint: string
    reason: string
    proposerId: number
    at: Instant
    expiresAt: Instant
    againId: number | null
    decidedBy: number | null
    decidedAt: Instant | null
    decisionReason: string | null
    changes: ColumnType<string[], string | undefined, string>
    failure: string | null
    version: Generated<number>
  }
  'console.mails': {
    id: Generated<number>
    proposalId: number
    operatorId: number
    kind: 'proposed' | 'expiring'
    dueAt: Instant
  }
  'console.endpoints': {
    id: Generated<number>
    address: string
    note: string
    types: string[]
    sealedSecret: Buffer
    sealedFormerSecret: Buffer | null
    formerUntil: Instant | null
    isOn: Generated<boolean>
    offBecause: 'operator' | 'noSuccess' | null
    isTold: Generated<boolean>
    lastSuccessAt: Instant | null
    failingSince: Instant | null
    addedAt: Instant
    version: Generated<number>
  }
  'console.webhookEvents': {
    number: Generated<number>
    id: string
    type: string
    partnerId: number | null
    at: Instant
    body: string
    notedAt: Instant
  }
  'console.eventCursors': { source: string; position: number; partnerId: Generated<number> }
  'console.deliveries': {
    endpointId: number
    eventNumber: number
    partnerId: number
    state: Generated<'PENDING' | 'DELIVERED' | 'GIVEN_UP'>
    dueAt: Instant
    tries: Generated<number>
    firstAt: Instant | null
    endedAt: Instant | null
  }
  'console.deliveryAttempts': {
    id: Generated<number>
    endpointId: number
    eventId: string
    type: string
    partnerId: number | null
    at: Instant
    duration: number
    status: number | null
    answer: string
    problem: string | null
    isDelivered: boolean
  }
  'console.exports': {
    id: Generated<number>
    operatorId: number
    list: string
    filters: JSONColumnType<Record<string, string>>
    columns: JSONColumnType<string[]>
    withContacts: boolean
    ofPartners: boolean
    state: Generated<'RUNNING' | 'DONE' | 'FAILED'>
    rows: Generated<number>
    bytes: Generated<number>
    sha256: string | null
    at: Instant
    touchedAt: Instant
  }
  'console.imports': {
    id: Generated<number>
    kind: 'partners' | 'orders'
    name: string
    bytes: number
    sha256: string
    at: Instant
    byId: number
    isWhole: Generated<boolean>
    state: Generated<'NEW' | 'CHECKED' | 'CONFIRMED' | 'DONE'>
    form: ColumnType<unknown, string, string>
    mapping: string | null
    result: ColumnType<object | null, string | null | undefined, string | null>
    jobId: number | null
    reason: string | null
    confirmedBy: number | null
    imported: number | null
    version: Generated<number>
  }
  'console.importParts': {
    importId: number
    content: 'file' | 'problems'
    part: number
    sealedPart: Buffer
  }
  'console.importMappings': {
    id: Generated<number>
    kind: 'partners' | 'orders'
    name: string
    header: string
    form: ColumnType<unknown, string, string>
    at: Instant
    byId: number
  }
  'console.exportParts': { exportId: number; part: number; content: Buffer }
  'console.processes': {
    id: string
    name: string
    version: string
    startedAt: Instant
    seenAt: Instant
    fact: number
    figuresAge: number
    drift: number
    memory: number
    connections: number | null
    clockDifference: number
    clockProblem: string | null
    isLeader: boolean
    freeDisk: number | null
    failures: JSONColumnType<Record<string, JobFailure>>
  }
  'console.jobs': {
    id: Generated<number>
    kind: JobKind
    object: Generated<string>
    state: Generated<JobState>
    done: Generated<number>
    of: Generated<number>
    part: Generated<string>
    startedAt: Instant
    endedAt: Instant | null
    byId: number
    processId: string
    processName: string
    isCancelled: Generated<boolean>
    error: string | null
    result: ColumnType<object | null, string | null | undefined, string | null>
    event: Generated<number>
  }
  'console.jobEvents': {
    jobId: number
    number: number
    at: Instant
    state: JobState
    done: number
    of: number
    part: string
  }
  'console.dryRuns': {
    jobId: number
    period: string
    at: Instant
    closing: JSONColumnType<object>
    document: JSONColumnType<object>
  }
  'console.planDrafts': {
    id: Generated<number>
    name: string
    authorId: number
    document: string
    fromVersion: number | null
    version: Generated<number>
    createdAt: Instant
    updatedAt: Instant
    updatedBy: number
  }
  'console.planLoads': {
    version: number
    loadedBy: string
    proposalId: number | null
    withdraws: number | null
  }
  'console.planDifferences': {
    id: Generated<number>
    draftId: number
    name: string
    document: string
    sha256: string
    months: string[]
    upToFact: number
    planVersion: number
    byId: number
    at: Instant
  }
  'console.planDifferenceResults': {
    differenceId: number
    at: Instant
    document: JSONColumnType<object>
  }
  'console.planDifferenceAmounts': {
    differenceId: number
    partnerId: number
    month: string
    type: string
    currency: string
    rank: string
    country: string
    real: string
    draft: string
    realEur: string | null
    draftEur: string | null
    records: number
    isChanged: boolean
    steps: JSONColumnType<object> | null
  }
  'console.closeChecks': {
    id: Generated<number>
    period: string
    name: string
    basis: string
    reason: string
    byId: number
    at: Instant
  }
  'console.alerts': {
    name: string
    object: string
    sentence: string
    parameters: JSONColumnType<Record<string, string | number>>
    since: Instant
  }
  'console.alertSilences': {
    name: string
    object: string
    until: Instant
    reason: string
    operatorId: number
  }
  'console.acknowledgements': { entry: number; operatorId: number; at: Instant }
  'console.sums': {
    series: 'orders' | 'partners' | 'credited' | 'balances' | 'clearing'
    at: Instant
    key: string
    amount: Exact
    entries: number
  }
  'console.sumCursors': {
    onlyRow: Generated<boolean>
    fact: number
    transferId: number
    clearingTransferId: number
  }
  'passport.accounts': {
    userId: number
    email: string
    passwordHash: string | null
    sealedPassword: Buffer | null
    emailConfirmed: boolean
    wrongPasswords: Generated<number>
    lockedUntil: Instant | null
    lastAttemptAt: Instant | null
    createdAt: Instant
    closedAt: Instant | null
    passwordChangedAt: Instant | null
    salt: Generated<string>
  }
  'passport.sessions': {
    id: Generated<number>
    device: Generated<string>
    place: Generated<string>
    tokenHash: Buffer
    userId: number
    application: string
    openedAt: Instant
    lastUsedAt: Instant
  }
  'passport.handOffs': {
    device: Generated<string>
    place: Generated<string>
    tokenHash: Buffer
    userId: number
    application: string
    challenge: string | null
    expiresAt: Instant
    sessionHash: Buffer | null
    fromKnownDevice: Generated<boolean>
  }
  'passport.mailedTokens': {
    tokenHash: Buffer
    userId: number
    purpose: 'confirm' | 'reset' | 'email' | 'emailBack'
    /** The address that the mail went to. */
    address: string
    expiresAt: Instant
  }
  'passport.authenticators': {
    userId: number
    sealedSecret: Buffer | null
    confirmedAt: Instant | null
    lastStep: Generated<number>
  }
  'passport.rateLimits': { subject: string; windowStart: Instant; calls: number }
  'passport.unknownSignIns': {
    emailHash: Buffer
    wrongPasswords: number
    lockedUntil: Instant | null
    lastAt: Instant
  }
  'passport.mails': {
    id: string
    userId: number
    sealedLetter: Buffer
    createdAt: Instant
    tries: Generated<number>
    nextAt: Instant
  }
  'passport.devices': {
    tokenHash: Buffer
    userId: number
    knownAt: Instant
    lastUsedAt: Instant
    wrongPasswords: Generated<number>
    lockedUntil: Instant | null
  }
  'passport.recoveryCodes': { userId: number; codeHash: Buffer }
  'passport.passkeys': {
    id: Generated<number>
    userId: number
    credentialId: Buffer
    publicKey: Buffer
    counter: number
    transports: string[]
    name: string
    addedAt: Instant
    usedAt: Instant | null
  }
  'passport.passkeyChallenges': {
    challengeHash: Buffer
    holderHash: Buffer
    purpose: 'add' | 'signIn' | 'secondFactor'
    userId: number | null
    expiresAt: Instant
  }
  'passport.notices': {
    id: Generated<number>
    userId: number
    address: string
    kind: string
    facts: JSONColumnType<Record<string, string | number>>
    createdAt: Instant
    tries: Generated<number>
    nextAt: Instant
  }
  'passport.emailChanges': {
    userId: number
    oldEmail: string
    newEmail: string
    askedAt: Instant
    changedAt: Instant | null
  }
  'passport.dataRequests': { userId: number; kind: 'EXPORT' | 'ERASURE'; requestedAt: Instant }
  'passport.documents': {
    id: Generated<number>
    userId: number
    verificationId: number | null
    name: string
    mediaType: 'application/pdf' | 'image/png' | 'image/jpeg'
    bytes: number
    sentAt: Instant
    /** Of the content; null: not computed yet. */
    sha256: Buffer | null
  }
  'passport.documentParts': { documentId: number; place: number; sealedPart: Buffer }
  'passport.verifications': {
    id: Generated<number>
    userId: number
    documentType: 'PASSPORT' | 'ADDRESS' | 'PHONE' | 'COMPANY'
    status: 'PENDING' | 'APPROVED' | 'REJECTED'
    fields: JSONColumnType<Partial<Record<DocumentField, { value: string; verified: boolean }>>>
    updatedAt: Instant
    reason: Generated<string>
    wasApproved: Generated<boolean>
    version: Generated<number>
    /** How often this document was sent in. */
    tries: Generated<number>
    /** The rejected document before. */
    former: JSONColumnType<FormerDocument> | null
  }
  'console.documentLooks': { verificationId: number; operatorId: number; lookedAt: Instant }
  'console.partnerNotes': {
    id: Generated<number>
    partnerId: number
    at: Instant
    operatorId: number
    text: string
    forPartner: boolean
    struckAt: Instant | null
    struckBy: number | null
    struckReason: string | null
    ticketId: Generated<number | null>
  }
  'console.templates': {
    id: Generated<number>
    use: 'TICKET' | 'DISPUTE' | 'DOCUMENT'
    name: string
    texts: JSONColumnType<Record<string, string>>
    version: Generated<number>
    changedAt: Instant
    changedBy: number
  }
  'console.ticketDesks': {
    ticketId: number
    state: Generated<'WAITING' | 'ANSWERED' | 'CLOSED'>
    since: Instant
    assigneeId: number | null
    closeReason: string | null
    joinedInto: number | null
    disputeId: number | null
    version: Generated<number>
    /** Folded words of the comment and of all answers. */
    words: Generated<string[]>
    wordsMade: Generated<boolean>
  }
  'console.disputeDesks': {
    disputeId: number
    state: Generated<'WAITING' | 'ANSWERED' | 'CLOSED'>
    since: Instant
    /** Folded words of what both sides have written. */
    words: Generated<string[]>
    wordsMade: Generated<boolean>
  }
  'console.ticketAnswers': {
    id: Generated<number>
    ticketId: number
    at: Instant
    /** Null: the partner. */
    operatorId: number | null
    text: string
    mailAt: Instant | null
  }
  auditLog: {
    id: Generated<number>
    at: Instant
    actor: string
    command: string
    arguments: JSONColumnType<object>
    hash: ColumnType<Buffer, never, never>
  }
  journal: {
    id: Generated<number>
    place: string
    key: string
    content: JSONColumnType<object> | null
  }
  chainHeads: { chain: 'audit' | 'history'; last: number; hash: Buffer }
  historySeals: {
    number: number
    lastFact: number
    lastEntry: number
    lastAudit: number
    lastTransferId: number
    hash: Buffer
    sealedAt: Instant
  }
  linkVisits: { partnerId: number; day: Instant; visits: number }
  quarantines: {
    number: Generated<number>
    beganAt: Instant
    reason: string
    lastFact: number
    endedAt: Instant | null
    endReason: string | null
  }
  newsFeeds: {
    address: string
    wantedAt: Instant
    askedAt: Instant | null
    /** Items as `FeedItem`; null: none could be read yet. */
    items: JSONColumnType<object> | null
    error: string | null
  }
  sharedFiles: {
    path: string
    change: Generated<number>
    sha256: string
    /** Null for a file that was removed. */
    content: Buffer | null
  }
  builtFiles: { app: string; name: string; content: Buffer; keptUntil: Instant }
  /** The oldest migration that a program must know to start, and the steps that ended upgrades. */
  upgrades: { oldest: string; contracted: Generated<string[]> }
  appliedFunctions: { file: string; sha256: string }
}
