import { type Language, useLanguage } from './language.tsx'

/** The texts of one part of the dashboard. A text that needs numbers or names is a function. */
export type Words<Table> = Readonly<Record<Language, Table>>

/** German must have the same texts as English. */
export const words = <Table>(english: Table, german: NoInfer<Table>): Words<Table> => ({ en: english, de: german })

export const useWords = <Table>(table: Words<Table>): Table => table[useLanguage().language]
