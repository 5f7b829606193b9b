import type { Simulator } from '../shared/simulator.ts'

/** Every simulated platform by its name in the service. */
export const simulators: Readonly<Record<string, () => Promise<Simulator>>> = {
  x: async () => (await import('./x/index.ts')).simulator,
  facebook: async () => (await import('./facebook/index.ts')).simulator,
  instagram: async () => (await import('./instagram/index.ts')).simulator,
  linkedin: async () => (await import('./linkedin/index.ts')).simulator,
  youtube: async () => (await import('./youtube/index.ts')).simulator,
  tiktok: async () => (await import('./tiktok/index.ts')).simulator,
  pinterest: async () => (await import('./pinterest/index.ts')).simulator,
  reddit: async () => (await import('./reddit/index.ts')).simulator,
  threads: async () => (await import('./threads/index.ts')).simulator,
  bluesky: async () => (await import('./bluesky/index.ts')).simulator,
}

interface NamedSimulator {
  readonly name: string
  readonly aliases: readonly string[]
  readonly title: string
}

/** Those of these platforms that have a simulator. */
export const simulated = (
  platforms: readonly NamedSimulator[],
): (NamedSimulator & { readonly load: () => Promise<Simulator> })[] =>
  platforms.flatMap(({ name, aliases, title }) => {
    const load = simulators[name]
    return load ? [{ name, aliases, title, load }] : []
  })
