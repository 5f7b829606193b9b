/** The best of the estimate’s marks, 0 to 4: guessing takes more than 10^10 tries. */
const unguessable = 4
/** In characters. The time for an estimate grows faster than the text, and more text makes no password easier. */
const mostRead = 64

type Estimate = (password: string, about: string[]) => { readonly score: number }

let loaded: Promise<Estimate> | null = null

/** Some megabytes of common passwords, so they are loaded with the first password that somebody chooses. */
async function load(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const estimator = new ZxcvbnFactory({ dictionary, graphs, maxLength: mostRead })
  return (password, about) => estimator.check(password, about)
}

/**
 * Whether a password is guessed soon, as programs that crack passwords guess. `about`: words that somebody tries first, because
 * they are about the person. It can take a fifth of a second of the whole process.
 */
export async function isEasyPassword(password: string, about: readonly string[]): Promise<boolean> {
  loaded ??= load()
  const estimate = await loaded
  return estimate(password, [...about]).score < unguessable
}
