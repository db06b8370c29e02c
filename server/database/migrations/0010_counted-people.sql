CREATE TABLE "user_tallies" (
	"users" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "tracks_by_user";--> statement-breakpoint
CREATE INDEX "tracks_private" ON "tracks" USING btree ("id","user_id") WHERE privacy = 'private';--> statement-breakpoint
CREATE INDEX "tracks_by_user" ON "tracks" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"privacy","play_count");
--> statement-breakpoint
INSERT INTO user_tallies (users) SELECT count(*) FROM users HAVING count(*) > 0;
--> statement-breakpoint
CREATE FUNCTION tally_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO user_tallies (users) SELECT count(*) FROM added HAVING count(*) > 0;
  ELSE
    INSERT INTO user_tallies (users) SELECT -count(*) FROM removed HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_tally_added AFTER INSERT ON users
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_users();
--> statement-breakpoint
CREATE TRIGGER users_tally_removed AFTER DELETE ON users
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_users();
