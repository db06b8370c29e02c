DROP TRIGGER "users_tally_added" ON "users";--> statement-breakpoint
DROP TRIGGER "users_tally_removed" ON "users";--> statement-breakpoint
DROP FUNCTION "tally_users"();--> statement-breakpoint
DROP TABLE "user_tallies";
