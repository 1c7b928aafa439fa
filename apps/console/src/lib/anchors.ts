/** The part of the page of proposals that says whether four eyes is on. */
export const FOUR_EYES = 'four-eyes'
