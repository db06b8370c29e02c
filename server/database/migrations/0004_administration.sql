CREATE TABLE "track_tallies" (
	"tracks" integer NOT NULL,
	"public_tracks" integer NOT NULL,
	"plays" bigint NOT NULL,
	"likes" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "tracks_plays" ON "tracks" USING btree ("play_count" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tracks_likes" ON "tracks" USING btree ("like_count" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tracks_engagement" ON "tracks" USING btree ((play_count + like_count) desc,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_parts" ON "users" USING gin ("display_name" gin_trgm_ops,"first_name" gin_trgm_ops,"last_name" gin_trgm_ops,"email" gin_trgm_ops);--> statement-breakpoint
INSERT INTO track_tallies (tracks, public_tracks, plays, likes)
SELECT count(*), count(*) FILTER (WHERE privacy = 'public'), sum(play_count), sum(like_count) FROM tracks HAVING count(*) > 0;
--> statement-breakpoint
-- One row per statement that changes a total, whatever the number of tracks it touches.
CREATE FUNCTION tally_tracks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO track_tallies (tracks, public_tracks, plays, likes)
    SELECT count(*), count(*) FILTER (WHERE privacy = 'public'), sum(play_count), sum(like_count)
    FROM added HAVING count(*) > 0;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO track_tallies (tracks, public_tracks, plays, likes)
    SELECT -count(*), -count(*) FILTER (WHERE privacy = 'public'), -sum(play_count), -sum(like_count)
    FROM removed HAVING count(*) > 0;
  ELSE
    INSERT INTO track_tallies (tracks, public_tracks, plays, likes)
    SELECT 0, coalesce(change.public_tracks, 0), change.plays, change.likes FROM (
      SELECT sum(sign) FILTER (WHERE privacy = 'public') AS public_tracks,
        sum(sign * play_count) AS plays, sum(sign * like_count) AS likes
      FROM (
        SELECT 1 AS sign, privacy, play_count, like_count FROM added
        UNION ALL
        SELECT -1, privacy, play_count, like_count FROM removed
      ) AS signed
    ) AS change
    WHERE coalesce(change.public_tracks, 0) <> 0 OR change.plays <> 0 OR change.likes <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tracks_tally_added AFTER INSERT ON tracks
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_tracks();
--> statement-breakpoint
CREATE TRIGGER tracks_tally_removed AFTER DELETE ON tracks
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_tracks();
--> statement-breakpoint
CREATE TRIGGER tracks_tally_changed AFTER UPDATE ON tracks
REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_tracks();
