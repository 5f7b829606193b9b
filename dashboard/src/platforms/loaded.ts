import { canonicalName } from '@polypost/sdk'
import type { ComponentType } from 'react'
import { type Language, useLanguage } from '../words/language.tsx'
import { platforms } from './index.ts'
import type { PlatformTexts, PlatformWords } from './shared/platform-words.ts'
import type { PreviewedPost } from './shared/shown.ts'

const words = new Map<string, PlatformWords>()
const posts = new Map<string, ComponentType<PreviewedPost>>()

/** Of a platform that has no folder here. */
const noTexts: PlatformTexts = { console: null, facts: [], labels: {}, hints: {}, values: {}, ways: {} }

/** The words of all platforms are one file. Routes that show them wait for it. */
export async function loadPlatformWords(): Promise<void> {
  await Promise.all(platforms.map(async ({ name, words: load }) => words.set(name, await load())))
}

/** The pictures of posts of all platforms are one file, too. */
export async function loadPlatformPosts(): Promise<void> {
  await Promise.all(platforms.map(async ({ name, post }) => post && posts.set(name, await post())))
}

/** The texts about a platform, by any of its names. */
export const usePlatformWords = (name: string): PlatformTexts => platformTextsIn(useLanguage().language, name)

export const platformTextsIn = (language: Language, name: string): PlatformTexts =>
  words.get(canonicalName(name))?.[language] ?? noTexts

/** The picture of a post; undefined: the platform has none of its own. */
export const postOf = (name: string): ComponentType<PreviewedPost> | undefined => posts.get(canonicalName(name))
