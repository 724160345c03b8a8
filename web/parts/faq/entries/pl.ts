export const files = import.meta.glob<string>('../../../../docs/faq/pl/*.md', { query: '?raw', import: 'default', eager: true })
