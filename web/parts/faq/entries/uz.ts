export const files = import.meta.glob<string>('../../../../docs/faq/uz/*.md', { query: '?raw', import: 'default', eager: true })
