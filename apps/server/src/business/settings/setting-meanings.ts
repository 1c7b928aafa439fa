import type { SettingName } from './settings.ts'

/** What a setting is about, and the group of the page that it stands in. */
export type Meaning = { readonly group: string; readonly meaning: string }

const MEANINGS = {
  Addresses: {
    domainPassport: 'Origin of the identity provider; empty: what follows from the environment.',
    domainBusinessRest: 'Origin of the business service; empty: what follows from the environment.',
    domainCdn: 'Address of documents and pictures; empty: the office serves them.',
    domainBlog: 'Address of the news feeds; empty: the office serves them.',
    domainTranslations: 'Address of the translations; empty: the office serves them.',
    product: 'Name of the product in cookies, tokens and acceptances of the terms.',
    accountSettingsUrl:
      'Page of another system where partners change their account; empty: the own one.',
    profilePassportUrl:
      'Page of another system for the profile at the identity provider; empty: the own one.',
    selfieUrl: 'Page of another system where partners verify who they are; empty: the own one.',
    imprintUrl: 'Page with the imprint; empty: the PDF of the product.',
    gravatarHost: 'Host of the pictures of partners who have uploaded none.',
    helpDeskUrl: 'Address to which each ticket is posted; empty: tickets stay in the product.',
    webhookPrivateTargets:
      'Webhooks may go to private addresses, also without https: for receivers on own machines.',
  },
  'News and promotion': {
    newsfeed: 'The office shows news.',
    newsfeedPopup: 'New posts open by themselves once.',
    newsLanguages: 'Languages that have news of their own; pages in others show the English ones.',
    newsFeedUrl: 'Feed of another host instead of the own posts; {lang} stands for the language.',
    bullBanner: 'The promotion is shown.',
    bullPromoPeriodStart: 'Begin of the promotion.',
    bullPromoPeriodEnd: 'End of the promotion.',
    bullPromoCode: 'Code of the promotion.',
    bullPromoCodeValue: 'What the code of the promotion is worth.',
    bullBotAppUrl: 'Link of the promotion.',
  },
  Screens: {
    languages: 'Languages that partners can choose.',
    socialLinks: 'The three links to social networks.',
    legalFiles: 'PDF files that public pages link to.',
    legalDocuments: 'The eight documents that partners accept; another list asks everybody again.',
    videos: 'Videos that pages offer, by page and language.',
    googleApiKey: 'Key of the maps service; empty: pages do not load it.',
    bonusPages: 'Bonus programmes that have a page.',
    teamSearchDefaultSort: 'Sort of the team page when it is opened.',
    teamSearchScope: 'Whom the search of the team looks through when it is opened.',
    numberFormat: 'Numbers as the language writes them, or plain.',
    progressFormula: 'How the progress to the next rank is written.',
    quietBalanceDefault: 'What an account without movements shows.',
    retryGiveUpMs: 'Time after which a page stops trying a failed read again. Milliseconds.',
    historyTypes: 'Types of the bonus history; empty: all.',
    disclosure: 'The income disclosure is made with each closed month and public.',
    disclosureByCountry: 'It has a part for each country with 100 members or more.',
    linkStatistics: 'Visits of referral links are counted, and partners see how many.',
    allowHideContacts: 'Partners may hide their contacts from their team.',
    'button.payout': 'The button "Payout" is shown.',
    'button.reportGenerate': 'The button that makes a report is shown.',
    'button.registration': 'The button "Registration" is shown.',
    'button.login': 'The button "Sign in" is shown.',
  },
  'Rates and payouts': {
    exchangeProvider: 'Rates are set by operators alone, or come from a feed.',
    exchangeRefresh: 'Time between two reads of the feed, and of rates by pages. Milliseconds.',
    exchangeFeedUrl: 'Address of the feed of rates.',
    rateJumpPercent:
      'A new rate that differs by more than this from the last one needs a second operator. Percent.',
    permissionsPayout: 'Partners can request payouts.',
    permissionsPayoutTwoFa: 'Second factors that confirm a payout.',
    maxPendingPayouts: 'Payouts of a partner that may wait at once.',
    payoutNewAddressHoldHours: 'Hours in which a payout to a new address is held.',
    paymentsEnabled: 'Orders are taken.',
  },
  'Orders and partners': {
    purchaseRestrictedCountries: 'Countries whose partners cannot buy.',
    registrationBarredCountries: 'Countries in which nobody can register.',
    defaultSponsor:
      'Sponsor of partners who register without a link; empty: registration needs one.',
    enforceLegalsOnApi: 'Calls are refused until a partner has accepted the documents.',
    lateOrderCorrections: 'A close also credits what late orders change in earlier months.',
    tellPartnerOfViews:
      'A partner gets a notice of each view by an operator and sees it in the list of sessions.',
  },
  Closes: {
    closeByItself: 'Months close by themselves; FALSE: they wait for an operator.',
    'closeCheck.totals':
      'A close warns of a programme that differs by more than this from the mean of the last three months. Percent.',
    'closeCheck.newTop':
      'A close warns of a partner among the highest 100 who was below this place in each of the last three months.',
    'closeCheck.factor':
      'A close warns of a partner who gets more than this many times the own mean of the last three months, and at least 1,000 EUR.',
    'closeCheck.negative': 'A close warns from this number of negative balances on.',
    'closeCheck.late': 'A close warns from this number of late orders on.',
    'closeCheck.slowOrders':
      'A close warns from this share of orders on that were recorded more than 48 hours after their payment. Percent.',
    'closeCheck.rateAge': 'A close warns of a used rate that is older than this. Hours.',
    'closeCheck.rateJump':
      'A close warns of a used rate that differs by more than this from that of the last close. Percent.',
    'closeCheck.disputes': 'A close warns from this number of open disputes about the month on.',
    'closeCheck.plan':
      'A close warns from this number of versions of the plan on that start in the month.',
    'closeCheck.blocked': 'A close warns from this number of blocked partners with credits on.',
    'closeCheck.backup': 'A close warns if the last backup is older than this. Hours.',
    'closeCheck.verifyAge':
      'A close warns if the last verification without differences is older than this. Hours.',
  },
  'Sessions and limits': {
    sessionIdle: 'A partner is signed out after this time without a call.',
    sessionMax: 'A partner is signed out after this time, whatever happens.',
    signInToken:
      'What a sign-in hands to the office: a token for one use, or the access token itself.',
    'rateLimit.signInAccount':
      'Calls a minute that sign in or send a mail, for one address; 0: no limit.',
    'rateLimit.signInAddress': 'The same from one network; 0: no limit.',
    'rateLimit.payoutInit': 'Requests a minute for a payout, of one partner; 0: no limit.',
    disputeWindowDays: 'Days after crediting in which a partner can ask about a line.',
    disputeAnswerDays: 'Days in which operators answer such a question.',
    'rateLimit.ticket': 'Tickets an hour of one partner; 0: no limit.',
    'rateLimit.user': 'Calls a minute of one partner; 0: no limit.',
    'rateLimit.address': 'Calls a minute from one network; 0: no limit.',
  },
  'Four eyes': {
    fourEyes: 'Acts that decide money or access need a second operator.',
    fourEyesCommandLine: 'Commands and the service key refuse such acts, too.',
    fourEyesCancelEur:
      'Value of the credits that cancelling an order takes back from which it needs a second operator; 0: always. EUR.',
    fourEyesPayoutEur:
      'A batch or payout of this worth, with what the operator took up on the same day, and the release of such a hold need a second operator. EUR; 0: always.',
    proposalDays: 'Days after which an open proposal expires.',
    adjustmentMaxEur: 'The largest adjustment, by its worth in EUR.',
    adjustmentFloorEur:
      'How far below 0 a debit may bring a balance, by its worth in EUR, if its proposal allows it.',
  },
} as const satisfies Readonly<Record<string, Partial<Record<SettingName, string>>>>

const OF_FAMILIES: readonly (Meaning & { readonly names: RegExp })[] = [
  { names: /^button\./, group: 'Screens', meaning: 'A button is shown.' },
  {
    names: /^txLink\./,
    group: 'Rates and payouts',
    meaning: 'Link to a transaction of a currency; {hash} stands for it.',
  },
  { names: /^publicSite\./, group: 'Addresses', meaning: 'A site that the public pages link to.' },
]

const BY_NAME: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(MEANINGS).flatMap(([group, meanings]) =>
    Object.entries(meanings).map(([name, meaning]) => [name, { group, meaning }] as const),
  ),
)

/** The meaning of a setting. */
export function meaningOf(name: string): Meaning {
  const known = BY_NAME.get(name) ?? OF_FAMILIES.find(({ names }) => names.test(name))
  if (known === undefined) throw new Error(`the setting ${name} has no meaning`)
  return { group: known.group, meaning: known.meaning }
}
