export type Paging = 'cursor' | 'before' | 'page'

type Query = Readonly<Record<string, unknown>>

/**
 * A list that comes in pages. `await` it for its first page, or walk through all items:
 * `for await (const post of polypost.posts.list()) …`.
 */
export class Pages<Item, Page> implements PromiseLike<Page>, AsyncIterable<Item> {
  readonly #read: (query: Query) => Promise<Page>
  readonly #query: Query
  readonly #next: (page: Page, query: Query) => Query | null
  readonly #items: (page: Page) => readonly Item[]

  constructor(
    read: (query: Query) => Promise<Page>,
    query: Query,
    next: (page: Page, query: Query) => Query | null,
    items: (page: Page) => readonly Item[],
  ) {
    this.#read = read
    this.#query = query
    this.#next = next
    this.#items = items
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` of a list returns its first page.
  then<Done = Page, Failed = never>(
    done?: ((page: Page) => Done | PromiseLike<Done>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#read(this.#query).then(done, failed)
  }

  /** The pages, one after the other. */
  async *pages(): AsyncGenerator<Page> {
    for (let query: Query | null = this.#query; query !== null; ) {
      const page: Page = await this.#read(query)
      yield page
      query = this.#next(page, query)
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const page of this.pages()) yield* this.#items(page)
  }
}

interface Returned {
  readonly next_cursor?: string | null
  readonly next_before?: number | null
  readonly meta?: { readonly page: number; readonly per_page: number; readonly total: number }
}

/** The query of the next page; null after the last one. */
export const nextQuery: Readonly<Record<Paging, (page: Returned, query: Query) => Query | null>> = {
  // A cursor knows its page: both together would be refused.
  cursor: ({ next_cursor }, { page: _page, ...query }) => (next_cursor ? { ...query, cursor: next_cursor } : null),
  before: ({ next_before }, query) => (next_before ? { ...query, before: next_before } : null),
  page: ({ meta }, query) =>
    meta && meta.page * meta.per_page < meta.total ? { ...query, page: meta.page + 1 } : null,
}
