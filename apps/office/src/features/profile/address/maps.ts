/** An address as the maps service knows it; texts are empty where it knows none. */
export type FoundAddress = {
  readonly countryId: string
  readonly address1: string
  readonly city: string
  readonly zip: string
}

/** One suggestion for a typed address. */
export type Suggestion = { readonly text: string; readonly read: () => Promise<FoundAddress> }

type Component = {
  readonly longText: string
  readonly shortText: string
  readonly types: readonly string[]
}
type Place = {
  fetchFields(options: { fields: readonly string[] }): Promise<unknown>
  readonly addressComponents?: readonly Component[]
}
type Prediction = { readonly text: { toString(): string }; toPlace(): Place }
type Places = {
  readonly AutocompleteSuggestion: {
    fetchAutocompleteSuggestions(request: {
      readonly input: string
      readonly language: string
    }): Promise<{ suggestions: readonly { readonly placePrediction: Prediction | null }[] }>
  }
}
type Maps = { importLibrary(name: 'places'): Promise<Places> }

declare global {
  interface Window {
    google?: { readonly maps: Maps }
    officeMapsReady?: () => void
  }
}

const SCRIPT = 'https://maps.googleapis.com/maps/api/js'
let loading: Promise<Maps> | undefined

/** Loads the maps script once; a failed load is tried again. Source: requirements PRF-022. */
export function loadMaps(key: string): Promise<Maps> {
  loading ??= new Promise<Maps>((resolve, reject) => {
    const script = document.createElement('script')
    const query = new URLSearchParams({ key, loading: 'async', callback: 'officeMapsReady' })
    script.src = trusted(`${SCRIPT}?${query}`)
    window.officeMapsReady = () => resolve(window.google!.maps)
    script.addEventListener('error', () => {
      loading = undefined
      reject(new Error('The maps script was not loaded'))
    })
    document.head.append(script)
  })
  return loading
}

type AddressPolicy = { createScriptURL: typeof String }
let policy: AddressPolicy | undefined

/** Passes the address of the maps script, and no other, to the page's check of script addresses. */
function trusted(address: string): string {
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy(name: string, rules: object): AddressPolicy }
  }
  if (trustedTypes === undefined) return address
  // A page makes each policy once.
  policy ??= trustedTypes.createPolicy('office-maps', {
    createScriptURL: (url: string) => (url.startsWith(`${SCRIPT}?`) ? url : ''),
  })
  return policy.createScriptURL(address)
}

/** Addresses that begin like the typed text. */
export async function suggestAddresses(
  key: string,
  input: string,
  language: string,
): Promise<readonly Suggestion[]> {
  const { AutocompleteSuggestion } = await (await loadMaps(key)).importLibrary('places')
  const found = await AutocompleteSuggestion.fetchAutocompleteSuggestions({ input, language })
  return found.suggestions.flatMap(({ placePrediction }) =>
    placePrediction === null
      ? []
      : [{ text: placePrediction.text.toString(), read: () => readAddress(placePrediction) }],
  )
}

async function readAddress(prediction: Prediction): Promise<FoundAddress> {
  const place = prediction.toPlace()
  await place.fetchFields({ fields: ['addressComponents'] })
  return addressOf(place.addressComponents ?? [])
}

/** The parts of an address from the components of a place. Source: requirements PRF-021. */
export function addressOf(components: readonly Component[]): FoundAddress {
  const find = (...types: readonly string[]) =>
    components.find((component) => types.some((type) => component.types.includes(type)))
  const street = [find('route'), find('street_number')].flatMap((part) => part?.longText ?? [])
  return {
    countryId: find('country')?.shortText ?? '',
    address1: street.join(' '),
    city: find('locality', 'postal_town', 'administrative_area_level_2')?.longText ?? '',
    zip: find('postal_code')?.longText ?? '',
  }
}
