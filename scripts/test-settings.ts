/** `POLYPOST_TEST_FETCH=all`: use the browser and the PostgreSQL of npm, whatever is installed; it proves that they work. */
export const fetchesAll = (): boolean => process.env.POLYPOST_TEST_FETCH === 'all'
