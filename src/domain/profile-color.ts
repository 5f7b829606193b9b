/** So many colours for profiles exist. */
export const profileColors = 10

/** The colour of a profile for which none was chosen: always the same one. */
export const colorOf = (id: string): number =>
  [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % profileColors
