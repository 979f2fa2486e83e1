/**
 * Collation that distinguishes case and trailing blanks (NO PAD), as SQLite does. Only MariaDB reads text after `/*M!`; it ignores
 * `/*!80017`, which MySQL 8.0.17 and later read.
 */
export const exactText = '/*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */';

/** The servers' names for it: MariaDB, MySQL. */
export const exactCollations = ['utf8mb4_nopad_bin', 'utf8mb4_0900_bin'] as const;
