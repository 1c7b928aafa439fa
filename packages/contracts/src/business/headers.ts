/** The header in which the office names the page of a call in a view: its entry of the audit log lists it. Source: requirements PTR-017. */
export const OFFICE_PAGE_HEADER = 'x-office-page'
